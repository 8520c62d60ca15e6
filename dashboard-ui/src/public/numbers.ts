const grouped = new Intl.NumberFormat('en');

/** `12345` as `12,345`. */
export function figure(value: number): string {
  return grouped.format(value);
}
