import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';

const asText = { 'Content-Type': 'text/plain; charset=utf-8' };

/** The counts of each stock type. */
export const stockQuery = (guildId: string) =>
  queryOptions({
    queryKey: ['stock', guildId],
    queryFn: ({ signal }) =>
      api.get('/api/storefronts/{guildId}/stock', { params: { path: { guildId } }, signal }),
  });

/** Text that may be imported. It may be megabytes long, so the query key has its id instead. */
export type Draft = { id: number; stock: string; text: string };

/** What an import would do, without performing it. */
export const stockPreviewQuery = (guildId: string, { id, stock, text }: Draft) =>
  queryOptions({
    queryKey: ['stock preview', guildId, id],
    queryFn: ({ signal }) =>
      api.post('/api/storefronts/{guildId}/stock/{stock}/preview', {
        params: { path: { guildId, stock } },
        headers: asText,
        body: text,
        signal,
      }),
    gcTime: 0,
    staleTime: Infinity,
  });

export const importStock = (guildId: string, stock: string, text: string) =>
  api.post('/api/storefronts/{guildId}/stock/{stock}', {
    params: { path: { guildId, stock } },
    headers: asText,
    body: text,
  });

/** The exports of a stock in the last 24 hours, newest first. */
export const exportsQuery = (guildId: string, stock: string) =>
  queryOptions({
    queryKey: ['stock', guildId, 'exports', stock],
    queryFn: ({ signal }) =>
      api.get('/api/storefronts/{guildId}/stock/{stock}/exports', {
        params: { path: { guildId, stock } },
        signal,
      }),
  });

/** The tokens of an export. They are secrets, so they leave the cache as soon as nobody looks at them. */
export const exportedQuery = (guildId: string, id: string) =>
  queryOptions({
    queryKey: ['stock', guildId, 'exported', id],
    queryFn: ({ signal }) =>
      api.get('/api/storefronts/{guildId}/exports/{id}', { params: { path: { guildId, id } }, signal }),
    gcTime: 0,
    staleTime: Infinity,
  });

/**
 * Takes up to `count` available tokens out of stock and returns them. A repeated call with the same `once` returns
 * the same ones. Aborted, the server ends with the step under way.
 */
export const exportStock = (
  guildId: string,
  stock: string,
  count: number,
  once: string,
  signal: AbortSignal,
) =>
  api.post('/api/storefronts/{guildId}/stock/{stock}/export', {
    params: { path: { guildId, stock }, header: { 'Idempotency-Key': once } },
    body: { count },
    signal,
  });
