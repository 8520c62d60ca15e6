import { describe, expect, it } from 'vitest';
import { relativeAge } from './relative-age';

const now = Date.parse('2026-11-20T12:00:00Z');
const ago = (seconds: number) => relativeAge(new Date(now - seconds * 1000).toISOString(), now);

describe('relative age', () => {
  it.each([
    [0, '0s ago'],
    [59, '59s ago'],
    [60, '1m ago'],
    [3599, '59m ago'],
    [3600, '1h ago'],
    [86_399, '23h ago'],
    [86_400, '1d ago'],
    [40 * 86_400, '40d ago'],
  ])('of %i seconds is %s', (seconds, text) => expect(ago(seconds)).toBe(text));

  it('of a time in the future is 0s', () => expect(ago(-90)).toBe('0s ago'));

  it('of what is no time is empty', () => expect(relativeAge('soon')).toBe(''));
});
