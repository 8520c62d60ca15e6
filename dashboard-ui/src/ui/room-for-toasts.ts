import { useEffect } from 'react';

/** Toasts stand above what this screen has at its bottom, which is as high as this. */
export function useRoomForToasts({ phone, wide = '0px' }: { phone: string; wide?: string }) {
  useEffect(() => {
    const style = document.documentElement.style;
    style.setProperty('--sticky-footer-phone', phone);
    style.setProperty('--sticky-footer', wide);
    return () => {
      style.removeProperty('--sticky-footer-phone');
      style.removeProperty('--sticky-footer');
    };
  }, [phone, wide]);
}
