import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client';

/** The number of orders, and of those that wait for the seller. Separate, so that Home need not load order code. */
export const orderCountsQuery = queryOptions({
  queryKey: ['orders', 'counts'],
  queryFn: ({ signal }) => api.get('/api/dashboard/orders', { params: { query: { size: 1 } }, signal }),
  select: ({ total, waiting }) => ({ total, waiting }),
});
