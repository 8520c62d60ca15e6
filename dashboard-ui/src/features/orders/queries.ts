import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';
import { createLimit } from './concurrency';
import { isSettled, type Order } from './order';

const concurrentOrders = createLimit(6);

const orderPath = (orderId: string) => `/api/dashboard/orders/${encodeURIComponent(orderId)}`;

/** One page of order ids with their dates, newest first, and how many orders there are. */
export const orderPageQuery = (page: number, size: number) =>
  queryOptions({
    queryKey: ['orders', 'page', page, size],
    queryFn: ({ signal }) =>
      api.get<Schema<'OrderFolders'>>(`/api/dashboard/fetch-dashboard-orders?page=${page}&size=${size}`, {
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** One order. A page asks for many of them; six travel at once. */
export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'detail', orderId],
    queryFn: ({ signal }) =>
      concurrentOrders(() => api.get<Order>(`${orderPath(orderId)}/order.json`, { signal }), signal),
    // What is settled stays: events need not fetch a whole page of finished orders again.
    staleTime: ({ state }) => (state.data && isSettled(state.data) ? 'static' : 10_000),
  });

export const deliver = (orderId: string, results: Schema<'DeliverResult'>[]) =>
  api.post<Schema<'DeliverResponse'>>(`${orderPath(orderId)}/deliver`, {
    results,
  } satisfies Schema<'DeliverRequest'>);
