import { describe, expect, it } from 'vitest';
import { formatClock, formatDate, formatDateTime, formatDay, formatDayName } from './date';

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

describe.each(
  Array.from({ length: 24 }, (_, month) => new Date(2026, month, month + 1, month, month * 2, 30)),
)('%s', (time) => {
  const iso = time.toISOString();
  const intl = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', options).format(time);
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

  it('is formatted as by `Intl.DateTimeFormat`', () => {
    expect(formatDate(iso)).toBe(intl(date));
    expect(formatClock(iso)).toBe(intl(clock));
    expect(formatDateTime(iso)).toBe(intl({ ...date, ...clock }));
    expect(formatDay(iso.slice(0, 10))).toBe(intl({ month: 'short', day: 'numeric', timeZone: 'UTC' }));
    const later = time.getTime() + 5 * 86_400_000;
    expect(formatDayName(iso, later)).toBe(intl({ weekday: 'long', month: 'short', day: 'numeric' }));
  });
});
