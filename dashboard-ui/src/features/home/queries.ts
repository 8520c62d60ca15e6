import { queryOptions } from '@tanstack/react-query';
import { api, ApiError } from '../../api/client';
import { localTime } from '../../api/local-time';

/** Refetched even when nothing happens, because the last hour and the last day move on. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard', 'data'],
  queryFn: ({ signal }) =>
    api.get('/api/dashboard/fetch-dashboard-data', { signal }).catch((error: unknown) => {
      const isRefused = error instanceof ApiError && error.status !== 401;
      // eslint-disable-next-line no-console -- as specified
      if (isRefused) console.error('The figures could not be loaded.', error);
      throw error;
    }),
  refetchInterval: 60_000,
});

/** The servers that the bot is in. Refetched on focus: the user invites it in another tab and comes back quickly. */
export const botQuery = queryOptions({
  queryKey: ['storefronts', 'bot'],
  queryFn: ({ signal }) => api.get('/api/dashboard/bot', { signal }),
  staleTime: 2000,
});

/**
 * The last 14 days, oldest first, in the reader's time zone. Refetched even when nothing happens, because a new day
 * begins.
 */
export const ordersPerDayQuery = queryOptions({
  queryKey: ['dashboard', 'orders-per-day'],
  queryFn: ({ signal }) => {
    const query = localTime();
    return api.get('/api/dashboard/orders-per-day', { params: { query }, signal });
  },
  refetchInterval: 5 * 60_000,
});
