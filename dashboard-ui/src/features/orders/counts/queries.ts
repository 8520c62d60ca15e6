import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client';

/** How many orders there are, and how many of them wait for the seller. Home asks for it, and for nothing else of orders. */
export const orderCountsQuery = queryOptions({
  queryKey: ['orders', 'counts'],
  queryFn: ({ signal }) => api.get('/api/dashboard/orders', { params: { query: { size: 1 } }, signal }),
  select: ({ total, waiting }) => ({ total, waiting }),
});
