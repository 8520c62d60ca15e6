/*
 * Formatted by hand: creating the first `Intl` formatter takes as long on a phone as everything else on a customer's
 * page. The tests compare the results with those of `Intl`.
 */

/** Formats whole numbers: `12,846` */
export const formatNumber = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** `1 token`, `12,846 tokens` */
export const formatCount = (value: number, noun: string) =>
  `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;

let compact: Intl.NumberFormat | undefined;

/** Formats whole numbers: `950`, `1.2K` */
export function formatCompact(value: number): string {
  if (value < 1000) return String(value);
  compact ??= new Intl.NumberFormat('en-US', { notation: 'compact' });
  return compact.format(value);
}
