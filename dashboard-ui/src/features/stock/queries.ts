import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';

const asText = { 'Content-Type': 'text/plain; charset=utf-8' };

/** How much of each stock type there is. */
export const stockQuery = (guildId: string) =>
  queryOptions({
    queryKey: ['stock', guildId],
    queryFn: ({ signal }) =>
      api.get('/api/storefronts/{guildId}/stock', { params: { path: { guildId } }, signal }),
  });

/** Tokens that may be imported. The text may be megabytes long, so its number stands for it. */
export type Draft = { id: number; stock: string; text: string };

/** What an import would do, without doing it. */
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

/** Hands out up to `count` available tokens and takes them out of stock. */
export const exportStock = (guildId: string, stock: string, count: number) =>
  api.post('/api/storefronts/{guildId}/stock/{stock}/export', {
    params: { path: { guildId, stock } },
    body: { count },
  });
