import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client';
import { logsQuery } from './queries';

afterEach(() => void vi.useRealTimers());

it('the activity log is refetched periodically without events: a new day may have begun', async () => {
  vi.useFakeTimers();
  const fetch = vi.fn(async () => Response.json({ logs: [], next: null }));
  vi.stubGlobal('fetch', fetch);
  const stop = new InfiniteQueryObserver(
    createQueryClient(() => {}),
    logsQuery(),
  ).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(5 * 60_000 + 1);
  expect(fetch).toHaveBeenCalledTimes(2);
  stop();
});
