import { describe, expect, it } from 'vitest';
import { lastReset } from './last-reset';

const now = Date.parse('2026-11-20T12:00:00Z');
const ago = (minutes: number) => lastReset(new Date(now - minutes * 60_000).toISOString(), now);

describe('the last reset', () => {
  it.each([
    [0, 'Less than an hour ago'],
    [59.99, 'Less than an hour ago'],
    [60, '1 hour ago'],
    [5 * 60 + 59, '5 hours ago'],
    [24 * 60 - 1, '23 hours ago'],
    [24 * 60, '1 day ago'],
    [12 * 24 * 60, '12 days ago'],
    [-5, 'Less than an hour ago'],
  ])('%i minutes ago is shown as "%s"', (minutes, text) => expect(ago(minutes)).toBe(text));

  it.each([null, '', 'yesterday'])('is "Never" when its time is missing or invalid: %j', (time) =>
    expect(lastReset(time, now)).toBe('Never'),
  );
});
