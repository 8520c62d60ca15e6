import { useEffect } from 'react';

/** Keeps toasts and the focused element clear of the bar at the bottom of a screen. The bar's height is given as CSS lengths. */
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
 * The same for an element whose height changes, as its `ref`. The element is below the scrolling area and covers nothing, so the
 * focused element needs no room.
 */
export function keepRoomForToasts(foot: HTMLElement | null) {
  if (!foot) return;
  const { style } = document.documentElement;
  const look = new ResizeObserver(() => {
    const height = `${foot.offsetHeight}px`;
    style.setProperty('--sticky-footer', `calc(${height} * var(--docked))`);
    // The height includes the safe-area inset, which the position of toasts adds by itself.
    style.setProperty(
      '--sticky-footer-phone',
      `calc((${height} - env(safe-area-inset-bottom)) * var(--docked))`,
    );
  });
  look.observe(foot);
  return () => {
    look.disconnect();
    style.removeProperty('--sticky-footer');
    style.removeProperty('--sticky-footer-phone');
  };
}
