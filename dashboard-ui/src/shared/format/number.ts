const thousands = new Intl.NumberFormat('en-US');

/** `12,846` */
export const formatNumber = (value: number) => thousands.format(value);

/** `1 token`, `12,846 tokens` */
export const formatCount = (value: number, noun: string) =>
  `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;
