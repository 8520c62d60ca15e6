import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { onStopped } from './use-address';

declare global {
  interface Window {
    /** Not in all browsers. */
    navigation?: { canGoBack: boolean };
  }
}

/** How long to wait for a step back that may not come, in milliseconds. */
const longestWay = 1000;

/**
 * Goes one step back in the browser's history. The step takes a moment and would undo another one made meanwhile, so a
 * click in that moment is held, and dispatched again once the step is over.
 */
export function useWayBack() {
  const { key } = useLocation();
  const navigate = useNavigate();
  /** The step under way, with the last click that is held for it. */
  const way = useRef<{ clicked?: MouseEvent }>(null);

  const hold = useEffectEvent((event: MouseEvent) => {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!way.current || opensElsewhere) return;
    event.preventDefault();
    event.stopPropagation();
    way.current.clicked = event;
  });
  function letThrough() {
    const clicked = way.current?.clicked;
    way.current = null;
    clicked?.target?.dispatchEvent(new MouseEvent(clicked.type, clicked));
  }
  const arrive = useEffectEvent(letThrough);
  useEffect(() => arrive(), [key]);
  useEffect(() => {
    const stay = () => {
      way.current = null;
    };
    document.addEventListener('click', hold, true);
    onStopped.add(stay);
    return () => {
      stay();
      document.removeEventListener('click', hold, true);
      onStopped.delete(stay);
    };
  }, []);

  return {
    isGoing: () => way.current !== null,
    /** `orElse` runs when the browser turns out to have nothing to go back to. */
    goBack(orElse: () => void) {
      const mine = {};
      way.current = mine;
      void navigate(-1);
      // The step comes, however long it takes.
      if (window.navigation?.canGoBack) return;
      // A browser without that entry in its history, for example after a restart, does nothing and reports nothing.
      setTimeout(() => {
        if (way.current !== mine) return;
        orElse();
        letThrough();
      }, longestWay);
    },
  };
}
