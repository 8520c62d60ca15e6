import { useEffect, useRef } from 'react';
import { rowId } from './order-row';

/**
 * An order that was opened by its address, or stepped to, gives the focus to its own row when it closes; one that is not on the
 * page to the title. What the browser gives it back to is whatever had it when the dialog opened.
 */
export function useFocusAfter(openId: string | null) {
  const last = useRef(openId);
  useEffect(() => {
    const closed = openId === null ? last.current : null;
    last.current = openId;
    if (closed === null) return;
    const row = document.getElementById(rowId(closed))?.querySelector('button');
    if (row) row.focus();
    else document.querySelector('h1')?.focus({ preventScroll: true });
  }, [openId]);
}
