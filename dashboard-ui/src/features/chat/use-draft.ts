import { useState } from 'react';
import type { Quote } from './message';

type Kept = { text: string; replyTo: Quote | null };

/** The unsent text, kept by this browser until it is sent. */
export function useDraft(authorId: string) {
  const key = `chat.draft.${authorId}`;
  const [draft, setDraft] = useState(() => load(key));
  function change(changed: Partial<Kept>) {
    const next = { ...draft, ...changed };
    if (next.text || next.replyTo) localStorage.setItem(key, JSON.stringify(next));
    else localStorage.removeItem(key);
    setDraft(next);
  }
  return { ...draft, change, clear: () => change({ text: '', replyTo: null }) };
}

function load(key: string): Kept {
  try {
    const { text, replyTo } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Kept>;
    return { text: typeof text === 'string' ? text : '', replyTo: replyTo ?? null };
  } catch {
    return { text: '', replyTo: null };
  }
}
