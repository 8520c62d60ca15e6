import { useEffect, useEffectEvent } from 'react';

/** Calls the newest `press` for each key that is pressed anywhere in the page. */
export function useKeyPress(press: (event: KeyboardEvent) => void): void {
  const onPress = useEffectEvent(press);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onPress(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}
