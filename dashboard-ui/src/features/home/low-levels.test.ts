import { describe, expect, it } from 'vitest';
import { lowLevels } from './low-levels';

const level = (
  available: number,
  others: Partial<Record<'reserved' | 'delivered' | 'failed', number>> = {},
) => ({
  stock: 'OneMonthTokens.txt' as const,
  available,
  reserved: 0,
  delivered: 0,
  failed: 0,
  ...others,
});
const shop = (lowStockThreshold: number) => ({ guildId: '1', name: 'Nova', lowStockThreshold });

describe('low levels', () => {
  it.each([
    ['at the threshold', 10, level(10), true],
    ['above it', 10, level(11), false],
    ['empty, and nobody asked for low ones', 0, level(0, { delivered: 3 }), true],
    ['with one left, and nobody asked for low ones', 0, level(1), false],
    ['of which all have failed', 10, level(0, { failed: 2 }), true],
    ['that never were', 10, level(0), false],
  ])('%s', (_, threshold, level, isLow) => {
    expect(lowLevels([shop(threshold)], [[level]])).toHaveLength(isLow ? 1 : 0);
  });

  it('that are not known yet are none', () => {
    expect(lowLevels([shop(10)], [undefined])).toEqual([]);
  });
});
