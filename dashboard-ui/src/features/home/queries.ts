import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard', 'data'],
  queryFn: ({ signal }) =>
    api.get<Schema<'DashboardData'>>('/api/dashboard/fetch-dashboard-data', { signal }),
});

/** The last 14 days, oldest first, by the reader's own midnight. */
export const ordersPerDayQuery = queryOptions({
  queryKey: ['dashboard', 'orders-per-day'],
  queryFn: ({ signal }) => {
    const utcOffset = -new Date().getTimezoneOffset();
    return api.get<Schema<'OrdersPerDay'>>(`/api/dashboard/orders-per-day?utcOffset=${utcOffset}`, {
      signal,
    });
  },
});
