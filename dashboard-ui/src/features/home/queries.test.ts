import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client';
import { dashboardQuery, ordersPerDayQuery } from './queries';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['the dashboard', dashboardQuery, 60_000],
  ['the orders per day', ordersPerDayQuery, 5 * 60_000],
])('the query for %s is refetched periodically without events', async (_, query, pause) => {
  const fetch = vi.fn(async () => Response.json({}));
  vi.stubGlobal('fetch', fetch);
  const watched = new QueryObserver<unknown>(
    createQueryClient(() => {}),
    query as never,
  );
  const stop = watched.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(pause - 1);
  expect(fetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(fetch).toHaveBeenCalledTimes(2);
  stop();
});
