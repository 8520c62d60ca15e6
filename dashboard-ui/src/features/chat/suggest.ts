import { emojiName, findEmoji } from './emoji';
import type { Person } from './message';

export type Suggestion = { key: string; text: string; mark: string; insert: string };
type Suggestions = { from: number; to: number; items: Suggestion[] };

const most = 6;

/** Completions for the word before the caret: a name after `@`, or an emoji after `:` and two letters. */
export function suggest(text: string, caret: number, people: readonly Person[]): Suggestions | undefined {
  const before = text.slice(0, caret);
  const name = /(?:^|\s)@([^\s@]{0,40})$/u.exec(before);
  if (name) {
    const wanted = name[1]!.toLowerCase();
    // A complete name needs no menu, so Enter can send.
    if (people.some(({ author }) => author.toLowerCase() === wanted)) return undefined;
    const items = people
      .filter(({ author }) =>
        author
          .toLowerCase()
          .split(/\s+/)
          .some((word) => word.startsWith(wanted)),
      )
      .slice(0, most)
      .map(({ author, authorId }) => ({
        key: `${authorId} ${author}`,
        text: author,
        mark: '@',
        insert: `@${author} `,
      }));
    return found(caret - name[1]!.length - 1, caret, items);
  }
  const emoji = /(?:^|\s):([a-z_]{2,24})$/iu.exec(before);
  if (emoji) {
    const items = findEmoji(emoji[1]!, most).map((one) => ({
      key: one.emoji,
      text: emojiName(one),
      mark: one.emoji,
      insert: `${one.emoji} `,
    }));
    return found(caret - emoji[1]!.length - 1, caret, items);
  }
  return undefined;
}

const found = (from: number, to: number, items: Suggestion[]) =>
  items.length > 0 ? { from, to, items } : undefined;
