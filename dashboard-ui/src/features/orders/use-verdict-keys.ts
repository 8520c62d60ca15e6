import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { isTyping } from '../../ui/is-typing';
import { isOnTop } from '../../ui/modal';
import type { Verdicts } from './use-verdicts';
import { moveOf } from './verdict-keys';

const storageKey = 'verdict-letters';

type VerdictKeys = {
  /** A row for each token that waits. */
  list: RefObject<HTMLUListElement | null>;
  /** Whether letters judge. Who speaks to their computer may not want that; this browser remembers it. */
  letters: boolean;
  setLetters: (on: boolean) => void;
};

/** Keyboard for the list of waiting tokens: wherever the focus is in its dialog, but where somebody types. */
export function useVerdictKeys(pending: string[], verdicts: Verdicts): VerdictKeys {
  const list = useRef<HTMLUListElement>(null);
  const [letters, setLetters] = useState(() => localStorage.getItem(storageKey) !== 'off');

  const press = useEffectEvent((event: KeyboardEvent) => {
    // A question may stand above the order.
    if (!list.current || !isOnTop(list.current) || isTyping(event)) return;
    const rows = [...list.current.children];
    const focused = rows.findIndex((row) => row.contains(event.target as Node));
    const move = moveOf(event, focused, pending.map(verdicts.of));
    if (!move || (move.verdict && !letters)) return;
    event.preventDefault();
    if (move.verdict) verdicts.set(pending[move.row]!, move.verdict);
    rows[move.next]?.querySelector<HTMLElement>('[aria-pressed]')?.focus();
  });

  useEffect(() => {
    const onPress = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onPress);
    return () => window.removeEventListener('keydown', onPress);
  }, []);

  return {
    list,
    letters,
    setLetters(on) {
      localStorage.setItem(storageKey, on ? 'on' : 'off');
      setLetters(on);
    },
  };
}
