import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** How much of its neighbours is in view beside the current one: as much as the fade covers. */
const room = 32;

/**
 * For a `.side-scroll`, a row that may be wider than its place: keeps its current one in view, and says in `data-more` at
 * which ends the row goes on.
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

/** Not by `scrollIntoView`, which would scroll the page along. */
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
