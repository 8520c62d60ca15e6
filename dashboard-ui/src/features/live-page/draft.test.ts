import { expect, it } from 'vitest';
import { run } from '../../frame/run';
import { defaultPage, isDirty, sizeText, startingCode } from './draft';

it('the editor starts with the template when nothing is saved', () => {
  expect(startingCode('')).toBe(defaultPage);
  expect(startingCode(' \n')).toBe(defaultPage);
  expect(startingCode('mine')).toBe('mine');
});

it.each([
  [undefined, '', false],
  [defaultPage, '', false],
  ['', '', false],
  ['new', '', true],
  ['mine', 'mine', false],
  ['mine\n', 'mine\r\n', false],
  ['mine!', 'mine', true],
  [defaultPage, 'mine', true],
  ['', 'mine', true],
])('isDirty tells whether a draft differs from the saved code, case %#', (draft, saved, dirty) => {
  expect(isDirty(draft, saved)).toBe(dirty);
});

it('the size of the code is shown in characters', () => {
  expect(sizeText(1)).toBe('1 character');
  expect(sizeText(3120)).toBe('3,120 characters');
});

it('the template compiles to a page', () => expect(run(defaultPage)).toBeTypeOf('function'));
