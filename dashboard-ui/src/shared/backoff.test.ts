import { describe, expect, it } from 'vitest';
import { backoff } from './backoff';

describe('the wait before the next try', () => {
  it('starts at 500 ms and doubles to 10 s', () =>
    expect(Array.from({ length: 8 }, (_, failures) => backoff(failures, () => 0))).toEqual([
      500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000,
    ]));

  it('stays at 10 s for ever', () => expect(backoff(100_000, () => 0)).toBe(10_000));

  it('gets up to 300 ms of random jitter', () => {
    expect(backoff(0, () => 0.999_999)).toBe(800);
    expect(backoff(9, () => 0.999_999)).toBe(10_300);
    expect(backoff(0, () => 0.5)).toBe(650);
  });
});
