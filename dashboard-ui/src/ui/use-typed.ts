import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

const rest = 300;

/**
 * A text as it is typed. What is too dear to do at each key is told of it once it stands still for a moment, and keeps it
 * as `kept`; where that is changed elsewhere, the text follows.
 */
export function useTyped(kept: string, onRested: (text: string) => void) {
  const [typed, setTyped] = useState(kept);
  const [known, setKnown] = useState(kept);
  const [told, setTold] = useState(kept);
  if (known !== kept) {
    setKnown(kept);
    if (kept !== told) {
      setTold(kept);
      setTyped(kept);
    }
  }

  const settle = useEffectEvent((text: string) => {
    if (text === kept) return;
    setTold(text);
    onRested(text);
  });
  const { pathname } = useLocation();
  const isLeaving = (useNavigation().location?.pathname ?? pathname) !== pathname;
  useEffect(() => {
    // What is told changes the address, which would call off the step to another screen.
    if (isLeaving) return;
    const timer = setTimeout(() => settle(typed.trim()), rest);
    return () => clearTimeout(timer);
  }, [typed, isLeaving]);

  return [typed, setTyped] as const;
}
