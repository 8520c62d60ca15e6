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
