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
])('%s says %s', (pressed, verdict) => expect(verdictOf(key(pressed))).toBe(verdict));

it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey', 'repeat'])(
  'says nothing of what is pressed with %s',
  (held) => expect(verdictOf({ ...key('f'), [held]: true })).toBeUndefined(),
);

it('judges the row with the focus, whatever it was judged before', () =>
  expect(moveOf(key('d'), 1, ['failed', 'failed', undefined])).toEqual({
    row: 1,
    verdict: 'delivered',
    next: 2,
  }));

it('judges from elsewhere the first row without a verdict', () =>
  expect(moveOf(key('f'), -1, ['delivered', undefined, undefined])).toEqual({
    row: 1,
    verdict: 'failed',
    next: 2,
  }));

it('does nothing from elsewhere once all are judged, nor by an arrow', () => {
  expect(moveOf(key('f'), -1, ['delivered', 'failed'])).toBeUndefined();
  expect(moveOf(key('ArrowDown'), -1, none)).toBeUndefined();
});

it('stays on the last row, and on the first', () => {
  expect(moveOf(key('d'), 2, none)).toMatchObject({ row: 2, next: 2 });
  expect(moveOf(key('ArrowUp'), 0, none)).toEqual({ row: 0, verdict: undefined, next: 0 });
});
