import { longestOrderNote } from '../../shared/limits.gen';

/** Returns the sentence to show, or true. Counts code points, as the server does. */
export function noteRule(text: string): true | string {
  const { length } = [...text.trim()];
  return (length >= 1 && length <= longestOrderNote) || `A note has 1 to ${longestOrderNote} characters.`;
}
