import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

export type StoreConnection = Schema<'StoreConnection'>;
export type Provider = StoreConnection['provider'];
export type StoreSecret = Schema<'StoreSecret'>;
export type StoreProduct = Schema<'StoreProduct'>;
export type StoreCall = Schema<'StoreCall'>;
export type Verdict = StoreCall['verdict'];

/** The filter of the inbox; undefined means all. */
export type CallFilter = { provider?: Provider; verdict?: Verdict };

export const storesQuery = (guildId: string) =>
  queryOptions({
    queryKey: ['stores', guildId],
    queryFn: ({ signal }) =>
      api.get('/api/storefronts/{guildId}/stores', { params: { path: { guildId } }, signal }),
  });

/** The calls of stores, newest first, page by page. */
export const storeCallsQuery = (guildId: string, { provider, verdict }: CallFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['store_calls', guildId, 'list', provider, verdict],
    queryFn: ({ pageParam, signal }) => {
      const query = { provider, verdict, cursor: pageParam || undefined };
      return api.get('/api/storefronts/{guildId}/store-calls', {
        params: { path: { guildId }, query },
        signal,
      });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** The calls of the last day that were refused and not made good, of all storefronts. */
export const refusedCallsQuery = queryOptions({
  queryKey: ['store_calls', 'refused'],
  queryFn: ({ signal }) => api.get('/api/dashboard/refused-calls', { signal }),
});

/** One call with its full texts. */
export const storeCallQuery = (guildId: string, id: string) =>
  queryOptions({
    queryKey: ['store_calls', guildId, 'one', id],
    queryFn: ({ signal }) =>
      api.get('/api/storefronts/{guildId}/store-calls/{id}', { params: { path: { guildId, id } }, signal }),
    // A call never changes, except for keys that a helper sees masked until they are used.
    staleTime: Infinity,
  });

export const replayCall = (guildId: string, id: string) =>
  api.post('/api/storefronts/{guildId}/store-calls/{id}/replay', { params: { path: { guildId, id } } });

const at = (guildId: string, provider: Provider) => ({ params: { path: { guildId, provider } } });

export const setStoreEnabled = (guildId: string, provider: Provider, enabled: boolean) =>
  api.put('/api/storefronts/{guildId}/stores/{provider}', { ...at(guildId, provider), body: { enabled } });

/** Without `secret` the server generates one. */
export const addStoreSecret = (guildId: string, provider: Provider, secret?: string) =>
  api.post('/api/storefronts/{guildId}/stores/{provider}/secrets', {
    ...at(guildId, provider),
    body: { secret },
  });

export const removeStoreSecret = (guildId: string, provider: Provider, id: string) =>
  api.delete('/api/storefronts/{guildId}/stores/{provider}/secrets/{id}', {
    params: { path: { guildId, provider, id } },
  });

export const saveStoreProducts = (guildId: string, provider: Provider, body: StoreProduct[]) =>
  api.put('/api/storefronts/{guildId}/stores/{provider}/products', { ...at(guildId, provider), body });

export const testStore = (guildId: string, provider: Provider, body: Schema<'TestStore'>) =>
  api.post('/api/storefronts/{guildId}/stores/{provider}/test', { ...at(guildId, provider), body });
