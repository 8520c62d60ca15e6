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

describe('low stock levels', () => {
  it.each([
    ['include a level at the threshold', 10, level(10), true],
    ['leave out a level above the threshold', 10, level(11), false],
    ['include an empty level even with the threshold 0', 0, level(0, { delivered: 3 }), true],
    ['leave out a level of one token with the threshold 0', 0, level(1), false],
    ['include an empty level whose tokens have all failed', 10, level(0, { failed: 2 }), true],
    ['leave out a level that never had tokens', 10, level(0), false],
  ])('%s', (_, threshold, level, isLow) => {
    expect(lowLevels([shop(threshold)], [[level]])).toHaveLength(isLow ? 1 : 0);
  });

  it('leave out levels that are not known yet', () => {
    expect(lowLevels([shop(10)], [undefined])).toEqual([]);
  });
});
