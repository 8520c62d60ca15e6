import { useEffect, useEffectEvent, useState } from 'react';
import { useIsGoingElsewhere } from './use-is-going-elsewhere';

const rest = 300;

/**
 * A text field whose value is passed on after a pause in typing, for work that is too expensive for each keystroke.
 * `kept` is the value that was passed on; if it changes elsewhere, the text follows.
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
  const isGoing = useIsGoingElsewhere();
  useEffect(() => {
    // Passing it on would change the address and cancel a navigation to another screen that is under way.
    if (isGoing) return;
    const timer = setTimeout(() => settle(typed.trim()), rest);
    return () => clearTimeout(timer);
  }, [typed, isGoing]);

  return [typed, setTyped] as const;
}
