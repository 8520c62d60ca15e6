import { useEffectEvent, useLayoutEffect } from 'react';

/** Calls the newest `press` for each key that is pressed anywhere in the page, from the first moment that it shows. */
export function useKeyPress(press: (event: KeyboardEvent) => void): void {
  const onPress = useEffectEvent(press);
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => onPress(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}
