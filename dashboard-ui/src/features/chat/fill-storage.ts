import { vi } from 'vitest';

/** For tests: the browser has no room to keep anything more, until the test is over. */
export function fillStorage() {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const full = Object.create(localStorage, { setItem: { value: setItem } }) as Storage;
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue(full);
}
