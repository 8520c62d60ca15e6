import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';
import { storefrontPath } from '../storefront/queries';

const stockPath = (guildId: string, stock: string) =>
  `${storefrontPath(guildId)}/stock/${encodeURIComponent(stock)}`;

/** How much of each stock type there is. */
export const stockQuery = (guildId: string) =>
  queryOptions({
    queryKey: ['stock', guildId],
    queryFn: ({ signal }) => api.get<Schema<'StockLevel'>[]>(`${storefrontPath(guildId)}/stock`, { signal }),
  });

/** What an import would do, without doing it. */
export const previewStock = (guildId: string, stock: string, text: string, signal?: AbortSignal) =>
  api.post<Schema<'StockPreview'>>(`${stockPath(guildId, stock)}/preview`, text, { signal });

export const importStock = (guildId: string, stock: string, text: string) =>
  api.post<Schema<'StockImported'>>(stockPath(guildId, stock), text);

/** Hands out up to `count` available tokens and takes them out of stock. */
export const exportStock = (guildId: string, stock: string, count: number) =>
  api.post<Schema<'StockExported'>>(`${stockPath(guildId, stock)}/export`, {
    count,
  } satisfies Schema<'StockExport'>);
