import { expect, it } from 'vitest';
import { formatCompact, formatNumber } from './number';

const some = [
  0,
  7,
  12,
  950,
  999,
  1000,
  1250,
  12_846,
  999_999,
  1_000_000,
  123_456_789,
  2 ** 53,
  -1,
  -1000,
  -12_846,
];

it.each(some)('formatNumber(%d) matches `Intl.NumberFormat`', (value) => {
  expect(formatNumber(value)).toBe(new Intl.NumberFormat('en-US').format(value));
});

it.each([0, 7, 50, 125, 999, 1000, 1250, 12_500, 1_500_000])('formatCompact(%d) matches `Intl`', (value) => {
  expect(formatCompact(value)).toBe(new Intl.NumberFormat('en-US', { notation: 'compact' }).format(value));
});
