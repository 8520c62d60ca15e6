import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';

/** The prefix of all query keys about the page. */
export const allOfLivePage = ['live_page'] as const;

export const codeQuery = queryOptions({
  queryKey: [...allOfLivePage, 'code'],
  queryFn: async ({ signal }) => (await api.get('/api/fetch-custom-code', { signal })).code ?? '',
});

export const versionsQuery = queryOptions({
  queryKey: [...allOfLivePage, 'versions'],
  queryFn: async ({ signal }) => (await api.get('/api/custom-code/versions', { signal })).versions,
});

export const saveCode = (code: string) => api.post('/api/save-custom-code', { body: { code } });

export const fetchVersion = async (id: string) =>
  (await api.get('/api/custom-code/versions/{id}', { params: { path: { id } } })).code;

/** Where the server serves the pictures and fonts of other hosts that the code names. */
export const filesQuery = (code: string) =>
  queryOptions({
    queryKey: [...allOfLivePage, 'files', code],
    queryFn: async ({ signal }) =>
      (await api.post('/api/custom-code/files', { body: { code }, signal })).files,
    enabled: code.includes('://'),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

/** The data that a storefront's page shows; polled as often as on that page. */
export const liveStockQuery = (guildId = '') =>
  queryOptions({
    queryKey: ['stock', 'live', guildId],
    queryFn: ({ signal }) =>
      api.get('/api/fetch/{guildId}/live-stock', { params: { path: { guildId } }, signal }),
    enabled: guildId !== '',
    refetchInterval: 10_000,
  });
