import { expect, it } from 'vitest';
import { moveOf, verdictOf } from './verdict-keys';

const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, repeat: false };
const key = (key: string) => ({ ...plain, key });
const none = [undefined, undefined, undefined];

it.each([
  ['d', 'delivered'],
  ['D', 'delivered'],
  ['f', 'failed'],
  ['x', undefined],
  ['Enter', undefined],
])('the key %s means the verdict %s', (pressed, verdict) => expect(verdictOf(key(pressed))).toBe(verdict));

it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey', 'repeat'])(
  'a key pressed with %s means no verdict',
  (held) => expect(verdictOf({ ...key('f'), [held]: true })).toBeUndefined(),
);

it('a verdict key judges the focused row, whatever its verdict was before', () =>
  expect(moveOf(key('d'), 1, ['failed', 'failed', undefined])).toEqual({
    row: 1,
    verdict: 'delivered',
    next: 2,
  }));

it('without a focused row, a verdict key judges the first row without a verdict', () =>
  expect(moveOf(key('f'), -1, ['delivered', undefined, undefined])).toEqual({
    row: 1,
    verdict: 'failed',
    next: 2,
  }));

it('without a focused row, arrows do nothing, nor do verdict keys once all are judged', () => {
  expect(moveOf(key('f'), -1, ['delivered', 'failed'])).toBeUndefined();
  expect(moveOf(key('ArrowDown'), -1, none)).toBeUndefined();
});

it('the focus stays on the last and on the first row at the ends of the list', () => {
  expect(moveOf(key('d'), 2, none)).toMatchObject({ row: 2, next: 2 });
  expect(moveOf(key('ArrowUp'), 0, none)).toEqual({ row: 0, verdict: undefined, next: 0 });
});
