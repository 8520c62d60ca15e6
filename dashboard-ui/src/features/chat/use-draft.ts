import { useState } from 'react';
import { inBrowser } from '../../shared/browser-storage';
import type { Quote } from './message';

type Kept = { text: string; replyTo: Quote | null };

/** The unsent text. This browser keeps it until it is sent, if it has room. */
export function useDraft(authorId: string) {
  const key = `chat.draft.${authorId}`;
  const [draft, setDraft] = useState(() => load(key));
  function change(changed: Partial<Kept>) {
    const next = { ...draft, ...changed };
    if (next.text || next.replyTo) inBrowser.set(key, JSON.stringify(next));
    else inBrowser.remove(key);
    setDraft(next);
  }
  return { ...draft, change, clear: () => change({ text: '', replyTo: null }) };
}

function load(key: string): Kept {
  try {
    const { text, replyTo } = JSON.parse(inBrowser.get(key) ?? '{}') as Partial<Kept>;
    return { text: typeof text === 'string' ? text : '', replyTo: replyTo ?? null };
  } catch {
    return { text: '', replyTo: null };
  }
}
