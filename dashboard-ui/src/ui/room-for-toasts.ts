import { useEffect } from 'react';

/** Toasts stand above what this screen has at its bottom, which is as high as this, and what has the focus is not covered by it. */
export function useRoomForToasts({ phone, wide = '0px' }: { phone: string; wide?: string }) {
  useEffect(() => {
    const style = document.documentElement.style;
    style.setProperty('--sticky-footer-phone', phone);
    style.setProperty('--sticky-footer', wide);
    style.setProperty('scroll-padding-bottom', `calc(${phone} + env(safe-area-inset-bottom) + 8px)`);
    return () => {
      style.removeProperty('--sticky-footer-phone');
      style.removeProperty('--sticky-footer');
      style.removeProperty('scroll-padding-bottom');
    };
  }, [phone, wide]);
}

/**
 * The same for an element whose height changes: its `ref`. The element stands below what scrolls and covers nothing of it, so the
 * focus needs no room.
 */
export function keepRoomForToasts(foot: HTMLElement | null) {
  if (!foot) return;
  const { style } = document.documentElement;
  const look = new ResizeObserver(() => {
    const height = `${foot.offsetHeight}px`;
    style.setProperty('--sticky-footer', height);
    // The height includes the phone's own bar, which the place of toasts adds by itself.
    style.setProperty('--sticky-footer-phone', `calc(${height} - env(safe-area-inset-bottom))`);
  });
  look.observe(foot);
  return () => {
    look.disconnect();
    style.removeProperty('--sticky-footer');
    style.removeProperty('--sticky-footer-phone');
  };
}
