import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keepRoomForToasts, useRoomForToasts } from './room-for-toasts';

const room = () =>
  ['--sticky-footer-phone', '--sticky-footer'].map((name) =>
    document.documentElement.style.getPropertyValue(name),
  );

it('the bar height is set for phones and wide screens until the screen is unmounted', () => {
  const { unmount } = renderHook(() => useRoomForToasts({ phone: '96px', wide: '56px' }));
  expect(room()).toEqual(['96px', '56px']);
  unmount();
  expect(room()).toEqual(['', '']);
});

it('the bar height is 0 on wide screens if only a height for phones is given', () => {
  renderHook(() => useRoomForToasts({ phone: '72px' }));
  expect(room()).toEqual(['72px', '0px']);
});

it("the bar height follows the element's height until the element is removed", () => {
  let resized = () => {};
  class Watched {
    constructor(told: () => void) {
      resized = told;
    }
    observe = () => {};
    disconnect = () => {};
  }
  vi.stubGlobal('ResizeObserver', Watched);
  const foot = document.createElement('div');
  const height = vi.spyOn(foot, 'offsetHeight', 'get');
  const leave = keepRoomForToasts(foot);
  for (const now of [80, 240]) {
    height.mockReturnValue(now);
    resized();
    expect(room()).toEqual([
      `calc((${now}px - env(safe-area-inset-bottom)) * var(--docked))`,
      `calc(${now}px * var(--docked))`,
    ]);
  }
  leave?.();
  expect(room()).toEqual(['', '']);
});
