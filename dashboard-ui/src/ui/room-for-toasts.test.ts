import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useRoomForToasts } from './room-for-toasts';

const room = () =>
  ['--sticky-footer-phone', '--sticky-footer'].map((name) =>
    document.documentElement.style.getPropertyValue(name),
  );

it('is there at every width, and as long as the screen is', () => {
  const { unmount } = renderHook(() => useRoomForToasts({ phone: '96px', wide: '56px' }));
  expect(room()).toEqual(['96px', '56px']);
  unmount();
  expect(room()).toEqual(['', '']);
});

it('is none on a wide screen with nothing at its bottom', () => {
  renderHook(() => useRoomForToasts({ phone: '72px' }));
  expect(room()).toEqual(['72px', '0px']);
});
