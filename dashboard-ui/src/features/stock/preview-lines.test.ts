import { expect, it } from 'vitest';
import { refusedPart, sampleOf } from './preview-lines';

const none = { added: 0, duplicates: 0, duplicateLines: [], invalid: 0, invalidLines: [] };
const token = (name: string) => `MTA1-and-much-more-${name}`;

it('the refused part is the invalid lines, unchanged', () => {
  const preview = { ...none, added: 2, invalid: 2, invalidLines: [2, 4] };
  expect(refusedPart('one\r\n  two words\r\nthree\r\nfour words\r\n', preview)).toBe(
    '  two words\nfour words',
  );
  expect(refusedPart('one', none)).toBe('');
});

it('the refused part is the whole text when the preview does not list every invalid line', () => {
  const preview = { ...none, added: 1, invalid: 3, invalidLines: [2, 3] };
  expect(refusedPart('one\na b\nc d\ne f\n', preview)).toBe('one\na b\nc d\ne f\n');
});

it.each([
  [['id,token', token('x9Q'), token('b2k'), token('z1p')], 'id,token  MTA1…x9Q  …  MTA1…z1p'],
  [['[', `"${token('x9Q')}",`, ']'], '[  "MTA…Q",  ]'],
  [[token('x9Q')], 'MTA1…x9Q'],
])('the sample masks the first two lines and the last one of %j', (lines, text) =>
  expect(sampleOf(lines.join('\n'), { ...none, added: lines.length })).toBe(text),
);

it('the sample has only new lines', () => {
  const preview = { ...none, added: 2, duplicates: 2, duplicateLines: [2, 5], invalid: 1, invalidLines: [1] };
  expect(sampleOf('a b\nold\n\nnew\nold\r\nlast\r\n', preview)).toBe('new  last');
});

it('the sample has no lines beyond those that the preview lists', () => {
  const named = { added: 9, duplicateLines: [2], invalidLines: [4] };
  expect(sampleOf('a\nold\nb\nc d\ne\nf', { ...named, duplicates: 1, invalid: 3 })).toBe('a  b  …');
  expect(sampleOf('a\nold\nb\nc d\ne\nf', { ...named, duplicates: 3, invalid: 1 })).toBe('a  …');
});
