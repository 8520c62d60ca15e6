import { useEffect, useLayoutEffect, useRef } from 'react';
import { rowId } from './order-row';

/**
 * An order that was opened by its address, or stepped to, gives the focus to its own row when it closes; one that is not on the
 * page to the title. What the browser gives it back to is whatever had it when the dialog opened. Whoever has gone on to something
 * else keeps it there.
 */
export function useFocusAfter(openId: string | null) {
  const last = useRef(openId);
  const opener = useRef<Element>(null);
  const isOpen = openId !== null;
  // Before the dialog takes it.
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);
  useEffect(() => {
    const closed = openId === null ? last.current : null;
    last.current = openId;
    if (closed === null) return;
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== opener.current) return;
    const row = document.getElementById(rowId(closed))?.querySelector('button');
    if (row) row.focus();
    else document.querySelector('h1')?.focus({ preventScroll: true });
  }, [openId]);
}
