import { describe, expect, it } from 'vitest';
import type { OrderStatus } from '../types';
import { progressOf } from './progress';

function progress(
  state: OrderStatus['state'],
  [successfulTokens, failedTokens]: [number, number],
  amount = 8,
) {
  return progressOf({ amount, successfulTokens, failedTokens, state });
}

describe('an order under way', () => {
  it.each([
    ['queued', [0, 0], 'Your 8 boosts are on their way.'],
    ['delivering', [0, 0], 'Your 8 boosts are on their way.'],
    ['delivering', [1, 0], '2 of 8 boosts delivered, 6 on the way.'],
    ['delivering', [2, 1], '4 of 8 boosts delivered, more on the way.'],
    ['delivering', [3, 1], '6 of 8 boosts delivered, more being retried.'],
    ['queued', [0, 4], '0 of 8 boosts delivered, more being retried.'],
    ['delivering', [4, 1], '8 of 8 boosts delivered.'],
  ] as const)('that is %s with successful and failed tokens %j says: %s', (state, [good, bad], sentence) => {
    expect(progress(state, [good, bad])).toEqual({ outcome: 'processing', sentence, advice: null });
  });

  it('shows its boosts with a thousands separator', () => {
    expect(progress('queued', [0, 0], 2000).sentence).toBe('Your 2,000 boosts are on their way.');
  });
});

describe('an order that is done', () => {
  it.each([
    [[4, 0], 'completed', 'All 8 boosts are delivered.'],
    [[5, 1], 'completed', 'All 8 boosts are delivered.'],
    [[3, 1], 'partial', '6 of 8 boosts delivered, 2 could not be delivered.'],
    [[0, 4], 'failed', 'None of your 8 boosts could be delivered.'],
  ] as const)('with successful and failed tokens %j is %s', ([good, bad], outcome, sentence) => {
    const found = progress('done', [good, bad]);
    expect([found.outcome, found.sentence]).toEqual([outcome, sentence]);
    expect(found.advice === null).toBe(outcome === 'completed');
  });
});
