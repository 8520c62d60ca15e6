import { useRef } from 'react';

/** What is typed after such a pause, in milliseconds, is another word. */
const pause = 500;

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>;

/** Finds options by what is typed, as WAI-ARIA's select-only pattern does. */
export function useTypeAhead() {
  const typed = useRef({ text: '', at: 0 });
  const isTyping = ({ timeStamp }: Press) =>
    typed.current.text !== '' && timeStamp - typed.current.at < pause;
  return {
    /** Whether a press belongs to a word that is being typed; the space bar may then be a part of it. */
    isTyping,
    /** The index of the option that a press leads to from the one at `at`; undefined if there is none. */
    find(press: Press, labels: readonly string[], at: number): number | undefined {
      const { key, ctrlKey, metaKey, altKey, timeStamp } = press;
      if (key.length !== 1 || ctrlKey || metaKey || altKey) return undefined;
      const text = (isTyping(press) ? typed.current.text : '') + key.toLowerCase();
      typed.current = { text, at: timeStamp };
      return search(labels, text, at);
    },
  };
}

/** One letter goes on to the next option that begins with it, and so does the same one again. A longer text may stay. */
function search(labels: readonly string[], text: string, at: number): number | undefined {
  const begins = (start: string, from: number) =>
    labels
      .map((_, index) => (Math.max(0, from) + index) % labels.length)
      .find((index) => labels[index]!.toLowerCase().startsWith(start));
  const letter = text[0]!;
  const found = text.length > 1 ? begins(text, at) : undefined;
  return found ?? (text === letter.repeat(text.length) ? begins(letter, at + 1) : undefined);
}
