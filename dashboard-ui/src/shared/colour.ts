/** The product's pink, used if a seller has chosen no colour. */
export const defaultColour = '#ff82be';

/** A seller's colour as `#rrggbb`: 3 or 6 hex digits, with or without `#`. Null for anything else. */
export function parseColour(text: string): string | null {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (!digits) return null;
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}
