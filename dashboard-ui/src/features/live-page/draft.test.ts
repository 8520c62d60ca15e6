import { expect, it } from 'vitest';
import { run } from '../../frame/run';
import { defaultPage, isDirty, sizeText, startingCode } from './draft';

it('starts with the template where nothing is saved', () => {
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
])('%# knows what is not saved', (draft, saved, dirty) => {
  expect(isDirty(draft, saved)).toBe(dirty);
});

it('counts characters', () => {
  expect(sizeText(1)).toBe('1 character');
  expect(sizeText(3120)).toBe('3,120 characters');
});

it('has a template that is a page', () => expect(run(defaultPage)).toBeTypeOf('function'));
