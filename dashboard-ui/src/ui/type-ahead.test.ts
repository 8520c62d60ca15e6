import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useTypeAhead } from './type-ahead';

const labels = ['Reply', 'Mute', 'Mark as fixed', 'Mmm', 'Delete'];
const none = { ctrlKey: false, metaKey: false, altKey: false };

/** Types letters from an option on, with pauses in milliseconds before each, and tells where each of them led to. */
function type(text: string, from: string, before = 100) {
  const { result } = renderHook(useTypeAhead);
  let at = labels.indexOf(from);
  return [...text].map((key, index) => {
    const found = result.current.find({ key, ...none, timeStamp: 1_000 + index * before }, labels, at);
    at = found ?? at;
    return found === undefined ? undefined : labels[found];
  });
}

it.each([
  ['a letter goes on to the next option', 'm', 'Mute', ['Mark as fixed']],
  ['from the last one it begins anew', 'r', 'Delete', ['Reply']],
  ['without an option it begins at the first', 'm', 'nothing', ['Mute']],
  [
    'several letters are the beginning of one',
    'mark a',
    'Reply',
    ['Mute', ...Array(5).fill('Mark as fixed')],
  ],
  ['case does not matter', 'DE', 'Reply', ['Delete', 'Delete']],
  ['unknown letters lead nowhere', 'mx', 'Reply', ['Mute', undefined]],
  ['the same letter twice is rather a beginning', 'mm', 'Reply', ['Mute', 'Mmm']],
  ['the same letter again goes on', 'mmmm', 'Reply', ['Mute', 'Mmm', 'Mmm', 'Mute']],
] as const)('%s', (_, text, from, expected) => {
  expect(type(text, from)).toEqual(expected);
});

it('a letter after a pause is the first of another word', () => {
  expect(type('ma', 'Reply', 499)).toEqual(['Mute', 'Mark as fixed']);
  expect(type('md', 'Reply', 500)).toEqual(['Mute', 'Delete']);
  expect(type('mm', 'Reply', 500)).toEqual(['Mute', 'Mark as fixed']);
});

it('a press with a modifier, or of a key that writes nothing, types nothing', () => {
  const { result } = renderHook(useTypeAhead);
  const press = { key: 'm', ...none, timeStamp: 1_000 };
  for (const other of [
    { ...press, ctrlKey: true },
    { ...press, key: 'Enter' },
  ]) {
    expect(result.current.find(other, labels, 0)).toBeUndefined();
    expect(result.current.isTyping(press)).toBe(false);
  }
  result.current.find(press, labels, 0);
  expect(result.current.isTyping({ ...press, key: ' ', timeStamp: 1_499 })).toBe(true);
  expect(result.current.isTyping({ ...press, key: ' ', timeStamp: 1_500 })).toBe(false);
});
