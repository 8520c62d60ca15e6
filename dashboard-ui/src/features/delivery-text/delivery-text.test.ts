import { describe, expect, it } from 'vitest';
import { countCharacters, fillIn, firstProduct, linksOf, parts, tooLong, truncate } from './delivery-text';

const values = {
  '{key}': 'K-1',
  '{redeem_url}': 'https://r',
  '{status_url}': 'https://s',
  '{amount}': '14',
  '{stock}': 'One Month Tokens',
};

describe('the delivery text', () => {
  it('is cut at 5000 characters', () => {
    expect(truncate('a'.repeat(5000))).toHaveLength(5000);
    expect(truncate('a'.repeat(6000))).toHaveLength(5000);
    expect(tooLong).toBe('Text too long. Limit is 5000 characters.');
  });

  it('counts an emoji as one character, like the server', () => {
    const text = '🚀'.repeat(5001);
    expect(countCharacters(text)).toBe(5001);
    expect(countCharacters(truncate(text))).toBe(5000);
    expect(truncate('🚀'.repeat(5000))).toHaveLength(10_000);
  });

  it('is split at its known placeholders', () =>
    expect(parts('Hi {key}{amount}, {name}')).toEqual([
      { text: 'Hi ', placeholder: false },
      { text: '{key}', placeholder: true },
      { text: '{amount}', placeholder: true },
      { text: ', {name}', placeholder: false },
    ]));

  it('links to the plain redeem and status addresses', () =>
    expect(linksOf('https://shop.example.com', '1', 'K-1')).toEqual({
      '{redeem_url}': 'https://shop.example.com/redeem-order/1',
      '{status_url}': 'https://shop.example.com/1/order/K-1/status',
    }));

  it('uses the first product of an enabled store as its example, or else of any store', () => {
    const [one, two] = [
      { stock: 'a', amount: 2 },
      { stock: 'b', amount: 4 },
    ];
    const closed = { enabled: false, products: [one] };
    expect(firstProduct([])).toBeUndefined();
    expect(firstProduct([{ enabled: true, products: [] }, closed])).toBe(one);
    expect(firstProduct([closed, { enabled: true, products: [two, one] }])).toBe(two);
  });

  it.each([
    ['{amount} boosts: {key}', '14 boosts: K-1'],
    ['Thanks!', 'Thanks!\nK-1'],
    ['Thanks!\n', 'Thanks!\nK-1'],
    ['', 'K-1'],
    ['{key} {key} {nothing}', 'K-1 K-1 {nothing}'],
  ])('%j is filled in as %j', (text, told) => expect(fillIn(text, values)).toBe(told));
});
