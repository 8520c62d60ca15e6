import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { isFree } from './is-free';

/**
 * Focuses the first useful control of a screen when the user comes from another screen. Not on phones, where the
 * keyboard would open; not after a page load, which starts at the top; and not if something else has the focus.
 * `ready`: whether the control can take the focus yet; if the user has focused something by then, that keeps the
 * focus.
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
