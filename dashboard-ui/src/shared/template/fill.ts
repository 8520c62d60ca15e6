/**
 * The parts of a template. Filling it in takes a text for each hole, a way for each choice, and the rows of each
 * repeated part.
 */
export type Part = string | { hole: string } | { choice: string; of: Record<string, Part[]> } | Each;
type Each = { each: string; of: Part[] };

/** The default way of a choice, used if it has no way for the value. */
export const anyOther = '';

/** The texts of holes, the ways of choices, and rows, by name. */
export type View = { [name: string]: string | View[] };

/** Returns HTML. Throws if the view lacks a value. */
export function fill(parts: readonly Part[], view: View): string {
  return parts.map((part) => filled(part, view)).join('');
}

function filled(part: Part, view: View): string {
  if (typeof part === 'string') return part;
  if ('hole' in part) return escaped(view[part.hole] as string);
  if ('choice' in part) return fill((part.of[view[part.choice] as string] ?? part.of[anyOther])!, view);
  return (view[part.each] as View[]).map((row) => fill(part.of, row)).join('');
}

/** The same characters that React escapes. */
const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => escapes[letter]!);
