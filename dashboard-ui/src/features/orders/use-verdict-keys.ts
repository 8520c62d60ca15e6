import { useRef, useState, type RefObject } from 'react';
import { inBrowser } from '../../shared/browser-storage';
import { useKeyPress } from '../../shared/use-key-press';
import { isTyping } from '../../ui/is-typing';
import { isOnTop } from '../../ui/modal';
import type { Verdicts } from './use-verdicts';
import { moveOf } from './verdict-keys';

const storageKey = 'verdict-letters';

type VerdictKeys = {
  /** The list with one row per waiting token. */
  list: RefObject<HTMLUListElement | null>;
  /** Whether the letter keys record verdicts. Voice input may trigger them, so they can be turned off in this browser. */
  letters: boolean;
  setLetters: (on: boolean) => void;
};

/** Keyboard shortcuts for the list of waiting tokens. They work anywhere in its dialog, except while typing. */
export function useVerdictKeys(pending: string[], verdicts: Verdicts): VerdictKeys {
  const list = useRef<HTMLUListElement>(null);
  const [letters, setLetters] = useState(() => inBrowser.get(storageKey) !== 'off');

  useKeyPress((event) => {
    // A confirm dialog may be open on top of the order.
    if (!list.current || !isOnTop(list.current) || isTyping(event)) return;
    const rows = [...list.current.children];
    const focused = rows.findIndex((row) => row.contains(event.target as Node));
    const move = moveOf(event, focused, pending.map(verdicts.of));
    if (!move || (move.verdict && !letters)) return;
    event.preventDefault();
    if (move.verdict) verdicts.set(pending[move.row]!, move.verdict);
    rows[move.next]?.querySelector<HTMLElement>('[aria-pressed]')?.focus();
  });

  return {
    list,
    letters,
    setLetters(on) {
      inBrowser.set(storageKey, on ? 'on' : 'off');
      setLetters(on);
    },
  };
}
