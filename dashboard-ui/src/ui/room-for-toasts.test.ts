import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keepRoomForToasts, useRoomForToasts } from './room-for-toasts';

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

it('is as high as what is there, whatever becomes of it', () => {
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
    expect(room()).toEqual([`calc(${now}px - env(safe-area-inset-bottom))`, `${now}px`]);
  }
  leave?.();
  expect(room()).toEqual(['', '']);
});
