import { describe, expect, it } from 'vitest';
import { amountRule, newRow, productRule, repeats, toProducts, toRows } from './product-rows';

const row = (product: string, variant = '') => ({ ...newRow, product, variant });

describe('the mapping', () => {
  it('is the same after a turn through the form', () => {
    const products = [
      { product: '42', variant: null, stock: 'OneMonthTokens.txt', amount: 14 },
      { product: '42', variant: '7', stock: 'ThreeMonthTokens.txt', amount: 2 },
    ] as const;
    expect(toProducts(toRows(products).rows)).toEqual(products);
  });

  it('leaves out what stands around a name', () =>
    expect(toProducts([row(' 42 ', ' ')])).toMatchObject([{ product: '42', variant: null }]));

  it.each([
    [[row('42'), row('43')], undefined],
    [[row('42'), row('42', '7')], undefined],
    [[row('42', '7'), row('43'), row(' 42', '7')], 2],
    [[row('4', '27'), row('42', '7')], undefined],
  ])('finds a row that is there twice', (rows, at) => expect(repeats(rows)).toBe(at));

  it.each([
    ['14', true],
    ['2', true],
    ['100', true],
    ['3', false],
    ['0', false],
    ['102', false],
    ['', false],
    ['1e1', false],
  ])('takes %j boosts: %j', (amount, good) => expect(amountRule(amount) === true).toBe(good));

  it('wants a product', () => {
    expect(productRule(' ')).toBe('Please name the product');
    expect(productRule('42')).toBe(true);
  });
});
