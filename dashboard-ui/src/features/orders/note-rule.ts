import { longestOrderNote } from '../../shared/limits.gen';

/** The sentence to show, or true. Counted as the server counts: an emoji is one or more, never a half. */
export function noteRule(text: string): true | string {
  const { length } = [...text.trim()];
  return (length >= 1 && length <= longestOrderNote) || `A note has 1 to ${longestOrderNote} characters.`;
}
