import { expect, it } from 'vitest';
import { typedNumber } from './typed-number';

it.each([
  ['14', 14],
  [' 8 ', 8],
  ['٠١٢٣٤٥٦٧٨٩', 123456789],
  ['۰۱۲۳۴۵۶۷۸۹', 123456789],
  ['1٢', 12],
  ['', NaN],
  ['-2', NaN],
  ['2.5', NaN],
  ['1e1', NaN],
  ['²', NaN],
])('%j is typed for %j', (text, number) => expect(typedNumber(text)).toBe(number));
