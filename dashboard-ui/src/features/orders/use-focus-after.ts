import { useEffect, useLayoutEffect, useRef } from 'react';
import { rowId } from './order-row';

/**
 * Moves the focus to an order's row when its dialog closes, or to the title if the row is not on the page. The
 * browser would restore the focus to what had it when the dialog opened, which is wrong for an order that was opened
 * by its address or stepped to. If the user has focused something else, it stays there.
 */
export function useFocusAfter(openId: string | null) {
  const last = useRef(openId);
  const opener = useRef<Element>(null);
  const isOpen = openId !== null;
  // A layout effect, so that it runs before the dialog takes the focus.
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
