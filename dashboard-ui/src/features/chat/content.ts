import { lettersOf } from '../../shared/format/letters';
import { parseWebAddress } from '../../shared/web-address';
import type { Person } from './message';

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'mention'; text: string; authorId: string };

const address = /\bhttps?:\/\/[^\s<>"'`]+/giu;

/** Splits a person's text into plain text, links and names. Only `http` and `https` become links. */
export function parseContent(content: string, people: readonly Person[] = []): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const match of content.matchAll(address)) {
    const text = withoutTail(match[0]);
    const href = safeAddress(text);
    if (!href) continue;
    parts.push(...parseMentions(content.slice(from, match.index), people));
    parts.push({ kind: 'link', text, href });
    from = match.index + text.length;
  }
  parts.push(...parseMentions(content.slice(from), people));
  return parts;
}

/**
 * The address as the browser parses it; undefined for anything that is no web address or that hides its host behind a
 * user name.
 */
function safeAddress(text: string): string | undefined {
  const url = parseWebAddress(text);
  // `https://bank.example@evil.example/` reads like one host and leads to another.
  if (!url || url.username || url.password) return undefined;
  return url.href;
}

export function linksIn(content: string): string[] {
  const links = parseContent(content).flatMap((part) => (part.kind === 'link' ? [part.href] : []));
  return [...new Set(links)];
}

export function mentions(content: string, person: Person): boolean {
  return parseContent(content, [person]).some((part) => part.kind === 'mention');
}

/** Cuts punctuation off the end of a link: a sentence's last dot, or a bracket that the link itself did not open. */
function withoutTail(link: string): string {
  let text = link;
  for (;;) {
    const last = text.at(-1) ?? '';
    if (/[.,;:!?*_~|\]}]/.test(last)) text = text.slice(0, -1);
    else if (last === ')' && count(text, ')') > count(text, '(')) text = text.slice(0, -1);
    else return text;
  }
}

const count = (text: string, letter: string) => text.split(letter).length - 1;

/** Finds each `@name` of a known person, taking the longest name that fits. */
function parseMentions(text: string, people: readonly Person[]): Part[] {
  const parts: Part[] = [];
  const longestFirst = people.toSorted((one, other) => other.author.length - one.author.length);
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at < from || /[\p{L}\p{N}_]/u.test(text[at - 1] ?? '')) continue;
    const person = longestFirst.find(({ author }) => names(text, at + 1, author));
    if (!person) continue;
    const end = at + 1 + person.author.length;
    if (at > from) parts.push({ kind: 'text', text: text.slice(from, at) });
    parts.push({ kind: 'mention', text: text.slice(at, end), authorId: person.authorId });
    from = end;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

/** Compares letter by letter, because some letters become longer in lower case. */
function names(text: string, at: number, name: string): boolean {
  const end = at + name.length;
  return text.slice(at, end).toLowerCase() === name.toLowerCase() && !/[\p{L}\p{N}_]/u.test(text[end] ?? '');
}

const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{Regional_Indicator}{2}|\u20E3/u;

/** Whether the text is one to three emoji and nothing else. Such a message is shown large. */
export function isJumbo(content: string): boolean {
  const text = content.replace(/\s/gu, '');
  // The longest emoji, a family, takes 11 UTF-16 units.
  if (text === '' || text.length > 40) return false;
  const letters = lettersOf(text);
  return letters.length <= 3 && letters.every((letter) => emoji.test(letter));
}
