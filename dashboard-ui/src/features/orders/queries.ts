import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema, Sparse } from '../../api/types';
import { createLimit } from './concurrency';
import { everything, isNarrow, wholly, type Narrowing } from './narrowing';
import { readOrder } from './read-order';

const concurrentOrders = createLimit(6);

/**
 * One page of order ids with their dates, newest first, and the number of orders; of all orders, or of the filtered
 * ones.
 */
export const orderPageQuery = (page: number, size: number, narrowing: Narrowing = everything) =>
  queryOptions({
    queryKey: isNarrow(narrowing)
      ? ['orders', 'page', page, size, narrowing]
      : ['orders', 'page', page, size],
    queryFn: ({ signal }) =>
      isNarrow(narrowing) ? somePage(page, size, narrowing, signal) : anyPage(page, size, signal),
    placeholderData: keepPreviousData,
  });

async function anyPage(page: number, size: number, signal: AbortSignal) {
  const query = { page, size };
  const list: Sparse<Schema<'OrderFolders'>, 'folderDates' | 'total'> = await api.get(
    '/api/dashboard/fetch-dashboard-orders',
    { params: { query }, signal },
  );
  const { folders, folderDates = {}, total } = list;
  if (total != null) return { folders, folderDates, total, totalIsCapped: false };
  // A server that sends no total may not page either: more than one page means that all of them were sent.
  const shown = folders.length > size ? folders.slice((page - 1) * size, page * size) : folders;
  return { folders: shown, folderDates, total: folders.length, totalIsCapped: false };
}

async function somePage(page: number, size: number, narrowing: Narrowing, signal: AbortSignal) {
  const query = { ...queryOf(narrowing), page, size };
  const { orders, total, totalIsCapped } = await api.get('/api/dashboard/orders', {
    params: { query },
    signal,
  });
  return {
    folders: orders.map(({ orderId }) => orderId),
    folderDates: Object.fromEntries(orders.map(({ orderId, createdAt }) => [orderId, createdAt])),
    total,
    totalIsCapped,
  };
}

const queryOf = ({ status, find, guild }: Narrowing) => ({
  status: status ?? undefined,
  q: find || undefined,
  guildId: guild || undefined,
});

/** The newest orders of an email, and the number of all of them. */
export const ordersOfQuery = (email: string) =>
  queryOptions({
    queryKey: ['orders', 'of', email],
    queryFn: ({ signal }) =>
      api.get('/api/dashboard/orders', { params: { query: { q: wholly(email), size: 20 } }, signal }),
  });

/** All orders that match a filter, as CSV. */
export const ordersCsv = (narrowing: Narrowing) =>
  api.get('/api/dashboard/orders.csv', { params: { query: queryOf(narrowing) }, parseAs: 'text' });

const at = (orderId: string) => ({ params: { path: { orderId } } });

/** One order. A page needs many, so at most six requests run at once. */
export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'detail', orderId],
    queryFn: ({ signal }) =>
      concurrentOrders(
        async () =>
          readOrder(await api.get('/api/dashboard/orders/{orderId}/order.json', { ...at(orderId), signal })),
        signal,
      ),
  });

export const deliver = (orderId: string, results: Schema<'DeliverResult'>[]) =>
  api.post('/api/dashboard/orders/{orderId}/deliver', { ...at(orderId), body: { results } });

/** Retries the delivery of what is waiting. */
export const retry = (orderId: string) => api.post('/api/dashboard/orders/{orderId}/retry', at(orderId));

/** Delivers a new token for each failed one that was not replaced yet. */
export const replaceFailed = (orderId: string) =>
  api.post('/api/dashboard/orders/{orderId}/replace', { ...at(orderId), body: {} });

export const addNote = (orderId: string, text: string) =>
  api.post('/api/dashboard/orders/{orderId}/notes', { ...at(orderId), body: { text } });
