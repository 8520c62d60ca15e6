import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Puts the focus on the first useful control of a screen when somebody comes to it from another one. Not on a phone, where
 * a keyboard would come up; not when the page was loaded, which begins at its top; and not where something else has it.
 * `ready`: whether the control can take it already; whoever has moved on until then keeps the focus.
 */
export function useFocusOnArrival(focus: () => unknown, ready = true) {
  const { key } = useLocation();
  const before = useRef<Element>(null);
  useEffect(() => {
    before.current = document.activeElement;
  }, []);
  const arrive = useEffectEvent(() => {
    const loaded = key === 'default';
    if (!loaded && matchMedia('(pointer: fine) and (min-width: 40rem)').matches && isFree(before.current))
      focus();
  });
  useEffect(() => {
    if (ready) arrive();
  }, [ready]);
}

/** The way here was a link of the navigation, or of a screen that is gone. */
function isFree(before: Element | null): boolean {
  const focused = document.activeElement;
  if (document.querySelector('dialog:modal')) return false;
  if (!focused || focused === document.body) return true;
  return focused === before && focused.closest('nav') !== null;
}
