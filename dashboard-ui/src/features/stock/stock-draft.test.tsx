import { expect, it } from 'vitest';
import { countLines, tooMuch } from './stock-draft';

it.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\nb', 2],
  ['\n\n', 2],
])('counts the lines of %j', (text, lines) => expect(countLines(text)).toBe(lines));

it('a draft of more than 100,000 lines or 8 MiB is refused', () => {
  expect(tooMuch('a\n'.repeat(100_000))).toBeUndefined();
  expect(tooMuch('a\n'.repeat(100_001))).toContain('100,000 lines');
  expect(tooMuch('a'.repeat(8 * 1024 * 1024 + 1))).toContain('8 MiB');
});
