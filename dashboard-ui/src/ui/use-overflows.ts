import { useEffect, useState, type RefObject } from 'react';

/** Whether a clamped text has more lines than it shows. While it is not clamped, the last result is kept. */
export function useOverflows(ref: RefObject<HTMLElement | null>, clamped: boolean): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const box = ref.current;
    if (!box || !clamped) return;
    const look = new ResizeObserver(() => setOverflows(box.scrollHeight > box.clientHeight + 1));
    look.observe(box);
    return () => look.disconnect();
  }, [ref, clamped]);
  return overflows;
}
