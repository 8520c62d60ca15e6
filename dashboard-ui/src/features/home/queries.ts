import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { localTime } from '../../api/local-time';

/** The last hour and the last day go on while nothing happens. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard', 'data'],
  queryFn: ({ signal }) => api.get('/api/dashboard/fetch-dashboard-data', { signal }),
  refetchInterval: 60_000,
});

/** Where the bot is. Whoever lets it in does so in another tab, and is back in no time. */
export const botQuery = queryOptions({
  queryKey: ['storefronts', 'bot'],
  queryFn: ({ signal }) => api.get('/api/dashboard/bot', { signal }),
  staleTime: 2000,
});

/** The last 14 days, oldest first, by the reader's own midnight, which comes while nothing happens. */
export const ordersPerDayQuery = queryOptions({
  queryKey: ['dashboard', 'orders-per-day'],
  queryFn: ({ signal }) => {
    const query = localTime();
    return api.get('/api/dashboard/orders-per-day', { params: { query }, signal });
  },
  refetchInterval: 5 * 60_000,
});
