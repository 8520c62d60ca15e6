import { expect, it } from 'vitest';
import { stockType } from './stock-type';

it.each([
  ['OneMonthTokens.txt', 'One Month Tokens'],
  ['ThreeMonthTokens.TXT', 'Three Month Tokens'],
  ['One Month Tokens.txt', 'One Month Tokens'],
  ['tokens', 'tokens'],
])('%s is shown as %s', (file, type) => {
  expect(stockType(file)).toBe(type);
});
