/**
 * What a template is made of. Whoever fills it in knows what belongs into a hole, which choice holds, and how often a part stands
 * there.
 */
export type Part = string | { hole: string } | { choice: string; of: Record<string, Part[]> } | Each;
type Each = { each: string; of: Part[] };

/** The way of a choice that all others have in common, where it has one. */
export const anyOther = '';

/** What stands in holes, which choices hold, and rows, by name. */
export type View = { [name: string]: string | View[] };

/** HTML. Throws where the view has nothing for one of its places. */
export function fill(parts: readonly Part[], view: View): string {
  return parts.map((part) => filled(part, view)).join('');
}

function filled(part: Part, view: View): string {
  if (typeof part === 'string') return part;
  if ('hole' in part) return escaped(view[part.hole] as string);
  if ('choice' in part) return fill((part.of[view[part.choice] as string] ?? part.of[anyOther])!, view);
  return (view[part.each] as View[]).map((row) => fill(part.of, row)).join('');
}

/** As React escapes. */
const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => escapes[letter]!);
