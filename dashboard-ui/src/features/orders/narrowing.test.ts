import { expect, it } from 'vitest';
import { isNarrow, readNarrowing } from './narrowing';

it.each([
  ['', { status: null, find: '' }, false],
  ['status=waiting', { status: 'waiting', find: '' }, true],
  ['status=done&q=%20', { status: null, find: '' }, false],
  ['q=mika%40', { status: null, find: 'mika@' }, true],
])('the address query %j is read as the filter %j', (search, narrowing, narrow) => {
  const read = readNarrowing(new URLSearchParams(search));
  expect(read).toEqual(narrowing);
  expect(isNarrow(read)).toBe(narrow);
});
