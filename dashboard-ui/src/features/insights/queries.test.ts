import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client';
import { staleAfter } from '../../api/topics';
import { insightsQuery } from './queries';

afterEach(() => void vi.useRealTimers());

it.each(['orders', 'stock'] as const)('insights are stale after a change of %s', (subject) => {
  expect(staleAfter(subject)).toContain(insightsQuery(30, '').queryKey[0]);
});

it('insights are refetched periodically without events, because a new day may have begun', async () => {
  vi.useFakeTimers();
  const fetch = vi.fn(async () => Response.json({}));
  vi.stubGlobal('fetch', fetch);
  const stop = new QueryObserver(
    createQueryClient(() => {}),
    insightsQuery(30, ''),
  ).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(5 * 60_000 + 1);
  expect(fetch).toHaveBeenCalledTimes(2);
  stop();
});
