import { describe, expect, it } from 'vitest';
import { placeIn } from './place-in-list';

/** Each order is one letter. Returns the two neighbours of `orderId`; `|` is an end of the list. */
function place(now: string, orderId: string, seen: string, before = 0, seenBefore = before) {
  const { previous, next } =
    placeIn([...now], before, orderId, { orderId, ids: [...seen], before: seenBefore }) ?? {};
  return previous === undefined ? undefined : `${now[previous] ?? '|'}${now[next!] ?? '|'}`;
}

describe('the place of an order', () => {
  it('is between its neighbours', () => {
    expect(place('abc', 'b', 'abc')).toBe('ac');
    expect(place('abc', 'a', 'abc')).toBe('|b');
    expect(place('abc', 'c', 'abc')).toBe('b|');
  });

  it.each([
    ['the list goes on', 'acd', 'ac'],
    ['the next one left, too', 'ad', 'ad'],
    ['it was the last one', 'a', 'a|'],
    ['those before it left', 'cd', '|c'],
    ['a new one came', 'nacd', 'ac'],
  ])('is kept when the order leaves the list and %s', (_, now, between) =>
    expect(place(now, 'b', 'abcd')).toBe(between),
  );

  it('is taken by the order that moves up from the next page', () =>
    expect(place('acd', 'b', 'ab', 2)).toBe('ac'));

  it('is the end of the previous page when its own page is gone', () => {
    expect(place('ab', 'c', 'c', 0, 2)).toBe('b|');
  });

  it('is undefined in a list that never contained it', () => {
    expect(place('abc', 'x', 'abc')).toBeUndefined();
    expect(place('', 'x', '')).toBeUndefined();
  });
});
