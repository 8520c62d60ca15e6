import { expect, it } from 'vitest';
import { dayOf, endOfDay, isOver } from './roles';

it('a role ends at the end of the chosen day', () => {
  expect(endOfDay('')).toBeNull();
  expect(dayOf(endOfDay('2026-12-24'))).toBe('2026-12-24');
  expect(new Date(endOfDay('2026-12-24')!).getHours()).toBe(23);
});

it('a role is over from the moment at which it ends', () => {
  const noon = Date.parse('2026-11-20T12:00:00Z');
  expect(isOver(null, noon)).toBe(false);
  expect(isOver('2026-11-20T12:00:00Z', noon)).toBe(true);
  expect(isOver('2026-11-20T12:00:01Z', noon)).toBe(false);
});
