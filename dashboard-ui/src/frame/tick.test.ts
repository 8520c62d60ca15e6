import { expect, it } from 'vitest';
import { createTick, workLimit } from './tick';
import { until } from '../shared/test-until';

it('tick throws once the page blocks the thread for too long, until the next task', async () => {
  let time = 1;
  const tick = createTick(() => time);
  tick();
  time += workLimit;
  tick();
  time += 1;
  expect(tick).toThrow('never ends');
  expect(tick).toThrow('never ends');
  // A microtask is still part of the same work; a new task is not.
  await Promise.resolve();
  expect(tick).toThrow('never ends');
  await until(tick, { interval: 1 });
  time += workLimit + 1;
  expect(tick).toThrow('never ends');
});
