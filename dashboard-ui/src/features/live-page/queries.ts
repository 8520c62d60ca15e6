import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

export const codeQuery = queryOptions({
  queryKey: ['custom_code', 'code'],
  queryFn: async ({ signal }) =>
    (await api.get<Schema<'CustomCode'>>('/api/fetch-custom-code', { signal })).code,
});

export const versionsQuery = queryOptions({
  queryKey: ['custom_code', 'versions'],
  queryFn: async ({ signal }) =>
    (await api.get<Schema<'CodeVersions'>>('/api/custom-code/versions', { signal })).versions,
});

export const saveCode = (code: string) => api.post<Schema<'Ack'>>('/api/save-custom-code', { code });

export const fetchVersion = async (id: string) =>
  (await api.get<Schema<'CustomCode'>>(`/api/custom-code/versions/${encodeURIComponent(id)}`)).code;

/** What the page of a storefront shows; asked for as often as that page does. */
export const liveStockQuery = (guildId: string | undefined) =>
  queryOptions({
    queryKey: ['stock', 'live', guildId],
    queryFn: ({ signal }) =>
      api.get<Schema<'LiveStock'>>(`/api/fetch/${encodeURIComponent(guildId!)}/live-stock`, { signal }),
    enabled: guildId !== undefined,
    refetchInterval: 10_000,
  });
