import { expect, it } from 'vitest';
import { createLimit } from './concurrency';

it('createLimit runs at most the limit at once, and every task in the end', async () => {
  const limited = createLimit(6);
  let running = 0;
  let most = 0;
  const task = async () => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    return 1;
  };
  const results = await Promise.all(Array.from({ length: 40 }, () => limited(task)));
  expect(results).toHaveLength(40);
  expect(most).toBe(6);
});

it('createLimit goes on after a task has failed', async () => {
  const limited = createLimit(1);
  await expect(limited(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(limited(() => Promise.resolve('yes'))).resolves.toBe('yes');
});

it('createLimit rejects a task that was aborted while it waited', async () => {
  const limited = createLimit(1);
  const stop = new AbortController();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const first = limited(() => released);
  const second = limited(() => Promise.resolve('started'), stop.signal);
  stop.abort();
  release();
  await first;
  await expect(second).rejects.toThrow();
});
