import { describe, expect, it } from 'vitest';
import { formatDayName } from './date';

describe('the name of a day', () => {
  const now = new Date(2026, 10, 20, 0, 30).getTime();
  it.each([
    [new Date(2026, 10, 20, 0, 1), 'Today'],
    [new Date(2026, 10, 19, 23, 59), 'Yesterday'],
    [new Date(2026, 10, 19, 0, 0), 'Yesterday'],
    [new Date(2026, 10, 18, 23, 59), 'Wednesday, Nov 18'],
    [new Date(2025, 11, 31, 12, 0), 'Dec 31, 2025'],
  ])('of %s is %s', (day, name) => expect(formatDayName(day.toISOString(), now)).toBe(name));
});
