/*
 * By hand: the first of the browser's own formatters takes a phone as long as all that a customer's page does besides. What they
 * make of the same is what the tests compare with.
 */

/** Of whole numbers: `12,846` */
export const formatNumber = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** `1 token`, `12,846 tokens` */
export const formatCount = (value: number, noun: string) =>
  `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;

let compact: Intl.NumberFormat | undefined;

/** Of whole numbers: `950`, `1.2K` */
export function formatCompact(value: number): string {
  if (value < 1000) return String(value);
  compact ??= new Intl.NumberFormat('en-US', { notation: 'compact' });
  return compact.format(value);
}
