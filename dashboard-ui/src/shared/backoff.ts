const first = 500;
const longest = 10_000;
const jitter = 300;

/**
 * How long to wait before the next try, in milliseconds: 500 ms, doubling with each failure up to 10 s, plus up to
 * 300 ms of jitter.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  return Math.min(longest, first * 2 ** Math.min(failures, 10)) + Math.floor(random() * (jitter + 1));
}
