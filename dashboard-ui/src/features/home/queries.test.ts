import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client';
import { dashboardQuery, ordersPerDayQuery } from './queries';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['the last hour and the last day', dashboardQuery, 60_000],
  ['today', ordersPerDayQuery, 5 * 60_000],
])('asks again how %s went while nothing happens', async (_, query, pause) => {
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
