import { describe, expect, it } from 'vitest';
import { stockName, titleCase } from './words';

describe('stock names', () => {
  it.each([
    ['OneMonthTokens.txt', 'One Month Tokens'],
    ['ThreeMonthTokens.txt', 'Three Month Tokens'],
    ['ThreeMonthTokens.TXT', 'Three Month Tokens'],
    ['One Month Tokens.txt', 'One Month Tokens'],
    ['boosts.TXT', 'boosts'],
  ])('%s is shown as %s', (stock, shown) => expect(stockName(stock)).toBe(shown));
});

it('shows snake case in title case', () => expect(titleCase('access_code_RESET')).toBe('Access Code Reset'));
