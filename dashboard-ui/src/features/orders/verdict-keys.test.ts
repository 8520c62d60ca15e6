import { expect, it } from 'vitest';
import { verdictOf } from './verdict-keys';

const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

it.each([
  ['d', 'delivered'],
  ['D', 'delivered'],
  ['f', 'failed'],
  ['x', undefined],
  ['Enter', undefined],
])('%s says %s', (key, verdict) => expect(verdictOf({ ...plain, key })).toBe(verdict));

it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])(
  'leaves what is pressed with %s to the browser',
  (held) => expect(verdictOf({ ...plain, key: 'f', [held]: true })).toBeUndefined(),
);
