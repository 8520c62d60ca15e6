import { describe, expect, it } from 'vitest';
import { amountRule, countRule, tokensNeeded } from './key-rules';

describe('key rules', () => {
  it.each(['2', '14', '100', ' 8 ', '١٤', '۱۴'])('accept %j boosts', (amount) =>
    expect(amountRule(amount)).toBe(true),
  );
  it.each(['', '0', '3', '102', '-2', '2.5', '1e1'])('refuse %j boosts', (amount) =>
    expect(amountRule(amount)).not.toBe(true),
  );
  it.each(['1', '1000'])('accept %j keys', (count) => expect(countRule(count)).toBe(true));
  it.each(['', '0', '1001', 'x'])('refuse %j keys', (count) => expect(countRule(count)).not.toBe(true));
});

it('a key needs one token for every two boosts', () => {
  expect(tokensNeeded('14', '10')).toBe(70);
  expect(tokensNeeded('١٤', '۱۰')).toBe(70);
  expect(tokensNeeded('15', '10')).toBeUndefined();
});
