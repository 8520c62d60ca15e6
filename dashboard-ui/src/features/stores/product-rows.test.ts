import { describe, expect, it } from 'vitest';
import { amountRule, newRow, productRule, repeats, toProducts, toRows } from './product-rows';

const row = (product: string, variant = '') => ({ ...newRow, product, variant });

describe('the product mapping', () => {
  it('is unchanged by a round trip through the form', () => {
    const products = [
      { product: '42', variant: null, stock: 'OneMonthTokens.txt', amount: 14 },
      { product: '42', variant: '7', stock: 'ThreeMonthTokens.txt', amount: 2 },
    ] as const;
    expect(toProducts(toRows(products).rows)).toEqual(products);
  });

  it('trims names, and takes a blank variant as none', () =>
    expect(toProducts([row(' 42 ', ' ')])).toMatchObject([{ product: '42', variant: null }]));

  it.each([
    [[row('42'), row('43')], undefined],
    [[row('42'), row('42', '7')], undefined],
    [[row('42', '7'), row('43'), row(' 42', '7')], 2],
    [[row('4', '27'), row('42', '7')], undefined],
  ])('finds a duplicate row, case %#', (rows, at) => expect(repeats(rows)).toBe(at));

  it.each([
    ['14', true],
    ['2', true],
    ['100', true],
    ['3', false],
    ['0', false],
    ['102', false],
    ['', false],
    ['1e1', false],
  ])('accepts %j boosts: %j', (amount, good) => expect(amountRule(amount) === true).toBe(good));

  it('requires a product name', () => {
    expect(productRule(' ')).toBe('Please name the product');
    expect(productRule('42')).toBe(true);
  });
});
