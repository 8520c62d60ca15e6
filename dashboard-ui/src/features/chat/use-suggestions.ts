import { useState, type KeyboardEvent } from 'react';
import type { Person } from './message';
import { suggest, type Suggestion } from './suggest';

type SuggestionsUse = {
  text: string;
  caret: number;
  people: readonly Person[];
  /** Replaces a part of the text. */
  put: (insert: string, from: number, to: number) => void;
};

type SuggestionsMenu = {
  /** Undefined while there is nothing to suggest. */
  items: readonly Suggestion[] | undefined;
  chosen: number;
  pick: (index: number) => void;
  /** Handles a key of the menu, and returns whether it was one. */
  press: (event: KeyboardEvent) => boolean;
};

/** The menu of completions for the word before the caret. The focus stays in the field, so the field hands its keys on. */
export function useSuggestions({ text, caret, people, put }: SuggestionsUse): SuggestionsMenu {
  const [chosen, setChosen] = useState(0);
  const [dismissed, setDismissed] = useState('');
  const offered = text === dismissed ? undefined : suggest(text, caret, people);
  const count = offered?.items.length ?? 1;
  const at = Math.min(chosen, count - 1);

  function pick(index: number) {
    const item = offered?.items[index];
    if (item) put(item.insert, offered.from, offered.to);
    setChosen(0);
  }

  function press(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    if (!offered || !['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'].includes(key) || shiftKey)
      return false;
    event.preventDefault();
    if (key === 'ArrowDown') setChosen((at + 1) % count);
    else if (key === 'ArrowUp') setChosen((at + count - 1) % count);
    else if (key === 'Escape') setDismissed(text);
    else pick(at);
    return true;
  }

  return { items: offered?.items, chosen: at, pick, press };
}
