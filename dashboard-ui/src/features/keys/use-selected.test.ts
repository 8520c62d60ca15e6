import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { changedSince, useSelected } from './use-selected';

/** A page of keys, one letter each: `a` is unused, `A` is the same key when it has been redeemed. */
const page = (keys: string, next: string | null = null) => ({
  keys: [...keys].map(
    (key) => ({ key: key.toLowerCase(), status: key === key.toLowerCase() ? 'unused' : 'redeemed' }) as never,
  ),
  next,
});

it.each([
  ['one key that was redeemed', page('abc'), page('aBc'), 'b'],
  ['one key that left the only page', page('abc'), page('ac'), 'b'],
  ['the last key of the only page when it left', page('abc'), page('ab'), 'c'],
  ['all keys of the only page when they left', page('abc'), page(''), 'abc'],
  ['one key that left a page which was filled up', page('abc', '1'), page('acd', '1'), 'b'],
  ['the last key of a page which was filled up', page('abc', '1'), page('abd', '1'), 'c'],
  ['none when new keys pushed one off the page', page('abc', '1'), page('xab', '1'), ''],
  ['one key that left as a new one came', page('abcd', '1'), page('xacd', '1'), 'b'],
  ['one key that left as new ones pushed another one off', page('abcd', '1'), page('xyac', '1'), 'b'],
  ['none when new keys pushed all off the page', page('abc', '1'), page('xyz', '1'), ''],
])('changedSince finds in a refetched page: %s', (_, before, now, changed) => {
  expect([...changedSince(before, now)].join('')).toBe(changed);
});

type Look = { manages?: boolean; cursor: string; now: ReturnType<typeof page> | undefined };

describe('the key selection', () => {
  const open = () =>
    renderHook(({ manages = true, cursor, now }: Look) => useSelected('unused', '', manages, cursor, now), {
      initialProps: { cursor: '', now: page('abc', '1') } as Look,
    });

  it('drops keys that were used or left, on each page that is fetched again', () => {
    const { result, rerender } = open();
    const selected = () => [...result.current.selected].join('');
    act(() => result.current.select(['a', 'b']));
    rerender({ cursor: '1', now: undefined });
    rerender({ cursor: '1', now: page('de') });
    act(() => result.current.select(['d']));
    expect(selected()).toBe('abd');
    rerender({ cursor: '1', now: page('e') });
    expect(selected()).toBe('ab');
    rerender({ cursor: '', now: page('ac', '1') });
    expect(selected()).toBe('a');
  });

  it('lists the selected keys on other pages that may have been used since', () => {
    const { result, rerender } = open();
    rerender({ cursor: '', now: page('abC', '1') });
    act(() => result.current.select(['b', 'c']));
    expect(result.current.unseen).toEqual([]);
    rerender({ cursor: '1', now: undefined });
    expect(result.current.unseen).toEqual(['b']);
    rerender({ cursor: '1', now: page('de') });
    act(() => result.current.select(['d']));
    expect(result.current.unseen).toEqual(['b']);
    // New keys have pushed `b` off the page that it was on.
    rerender({ cursor: '', now: page('xya', '1') });
    expect(result.current.unseen).toEqual(['b', 'd']);
  });

  it('is emptied when the role of the user changes', () => {
    const { result, rerender } = open();
    act(() => result.current.select(['a', 'b']));
    rerender({ manages: false, cursor: '', now: page('xyz', '1') });
    expect([...result.current.selected]).toEqual([]);
    expect(result.current.unseen).toEqual([]);
  });

  it('does not regain a deselected key when an outdated callback deselects another one', () => {
    const { result } = open();
    act(() => result.current.select(['a', 'b']));
    const { deselect } = result.current;
    act(() => result.current.deselect(['a']));
    act(() => deselect(['b']));
    expect([...result.current.selected]).toEqual([]);
  });
});
