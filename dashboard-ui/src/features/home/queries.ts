import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard', 'data'],
  queryFn: ({ signal }) => api.get('/api/dashboard/fetch-dashboard-data', { signal }),
});

/** The last 14 days, oldest first, by the reader's own midnight. */
export const ordersPerDayQuery = queryOptions({
  queryKey: ['dashboard', 'orders-per-day'],
  queryFn: ({ signal }) => {
    const utcOffset = -new Date().getTimezoneOffset();
    return api.get('/api/dashboard/orders-per-day', { params: { query: { utcOffset } }, signal });
  },
});
