import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';

/**
 * Puts the focus on the first useful control of a screen when somebody comes to it from another one. Not on a phone, where
 * a keyboard would come up; not when the page was loaded, which begins at its top; and not where something else has it.
 * `ready`: whether the control can take it already.
 */
export function useFocusOnArrival(focus: () => unknown, ready = true) {
  const { key } = useLocation();
  const arrive = useEffectEvent(() => {
    const loaded = key === 'default';
    if (!loaded && matchMedia('(pointer: fine) and (min-width: 640px)').matches && isFree()) focus();
  });
  useEffect(() => {
    if (ready) arrive();
  }, [ready]);
}

/** The way here was a link of the navigation, or of a screen that is gone. */
function isFree(): boolean {
  const focused = document.activeElement;
  if (document.querySelector('dialog:modal')) return false;
  return !focused || focused === document.body || focused.closest('nav') !== null;
}
