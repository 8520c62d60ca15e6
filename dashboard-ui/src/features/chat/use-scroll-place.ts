import { useEffect, useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { ScrollPlace } from './scroll-place';

/** `ready`: the list is drawn and can be scrolled to its end. */
export function useScrollPlace(scroller: RefObject<HTMLElement | null>, ready: boolean) {
  const [place] = useState(() => new ScrollPlace());
  const atEnd = useSyncExternalStore(place.subscribe, place.isAtEnd);

  useLayoutEffect(() => {
    if (ready && scroller.current) place.update(scroller.current);
  });

  useEffect(() => (scroller.current ? place.attach(scroller.current) : undefined), [place, scroller]);

  return { atEnd, place };
}
