import { expect, it } from 'vitest';
import { isNarrow, readNarrowing } from './narrowing';

it.each([
  ['', { status: null, find: '', guild: '' }, false],
  ['status=waiting', { status: 'waiting', find: '', guild: '' }, true],
  ['status=done&q=%20&guild=2', { status: null, find: '', guild: '' }, false],
  ['q=mika%40', { status: null, find: 'mika@', guild: '' }, true],
  ['guild=1', { status: null, find: '', guild: '1' }, true],
])('the address query %j is read as the filter %j', (search, narrowing, narrow) => {
  const read = readNarrowing(new URLSearchParams(search), [{ guildId: '1' }]);
  expect(read).toEqual(narrowing);
  expect(isNarrow(read)).toBe(narrow);
});
