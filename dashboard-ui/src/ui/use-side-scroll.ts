import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** How much of the neighbours is visible beside the current item, in pixels: as much as the fade covers. */
const room = 32;

/**
 * For a `.side-scroll`, a row that may be too wide: keeps its current item in view, and sets `data-more` to the ends
 * at which there is more to scroll to.
 */
export function useSideScroll<Row extends HTMLElement>(current: unknown): RefObject<Row | null> {
  const ref = useRef<Row>(null);

  useLayoutEffect(() => {
    if (ref.current) showCurrent(ref.current);
  }, [current]);

  useEffect(() => {
    const row = ref.current;
    if (!row) return;
    const look = () => sayMore(row);
    const sizes = new ResizeObserver(() => {
      showCurrent(row);
      look();
    });
    for (const part of [row, ...row.children]) sizes.observe(part);
    row.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      row.removeEventListener('scroll', look);
    };
  }, []);

  return ref;
}

/** Avoids `scrollIntoView`, which would scroll the page as well. */
function showCurrent(row: HTMLElement) {
  const current = row.querySelector<HTMLElement>('[aria-current]');
  if (!current) return;
  const [start, end] = [current.offsetLeft, current.offsetLeft + current.offsetWidth];
  row.scrollLeft = Math.max(end + room - row.clientWidth, Math.min(row.scrollLeft, start - room));
}

function sayMore(row: HTMLElement) {
  const after = row.scrollWidth - row.clientWidth - row.scrollLeft;
  const ends = [row.scrollLeft > 1 && 'before', after > 1 && 'after'];
  row.dataset['more'] = ends.filter(Boolean).join(' ');
}
