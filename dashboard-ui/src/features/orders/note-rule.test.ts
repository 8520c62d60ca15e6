import { expect, it } from 'vitest';
import { noteRule } from './note-rule';

it('a note may have 2000 characters, and an emoji counts as one', () => {
  const refusal = 'A note has 1 to 2000 characters.';
  expect(['a', ` ${'💜'.repeat(2000)} `].map(noteRule)).toEqual([true, true]);
  expect([' ', 'a'.repeat(2001), '💜'.repeat(2001)].map(noteRule)).toEqual([refusal, refusal, refusal]);
});
