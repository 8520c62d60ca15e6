import { useEffect } from 'react';

/** On a phone toasts stand above what this screen has at its bottom, which is as high as this. */
export function useRoomForToasts(height: string) {
  useEffect(() => {
    const style = document.documentElement.style;
    style.setProperty('--sticky-footer', height);
    return () => {
      style.removeProperty('--sticky-footer');
    };
  }, [height]);
}
