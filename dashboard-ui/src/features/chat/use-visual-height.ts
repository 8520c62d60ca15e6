import { useEffect, type RefObject } from 'react';

const keyboard = 120;

/** Where the page scrolls, the browser itself brings the field above the keyboard. */
const isShallow = () => window.matchMedia('(max-height: 24rem)').matches;

/** Keeps the element above an on-screen keyboard, for browsers that lay it over the page. */
export function useVisualHeight(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const fit = () => {
      const element = ref.current;
      if (!element) return;
      const top = Math.max(0, element.getBoundingClientRect().top + window.scrollY);
      const covered = window.innerHeight - viewport.height > keyboard && !isShallow();
      element.style.height = covered ? `${viewport.height - top}px` : '';
      if (covered) window.scrollTo(0, 0);
    };
    viewport.addEventListener('resize', fit);
    return () => viewport.removeEventListener('resize', fit);
  }, [ref]);
}
