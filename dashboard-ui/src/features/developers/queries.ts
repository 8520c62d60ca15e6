import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

export type Endpoint = Schema<'EventEndpoint'>;
export type Delivery = Schema<'EventDelivery'>;
export type ApiKey = Schema<'ApiKey'>;

/** The seller's endpoints that events are sent to, oldest first. */
export const endpointsQuery = queryOptions({
  queryKey: ['event_endpoints', 'list'],
  queryFn: ({ signal }) => api.get('/api/event-endpoints', { signal }),
});

/** The deliveries to one endpoint, newest first. */
export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['event_endpoints', 'deliveries', id],
    queryFn: ({ pageParam, signal }) =>
      api.get('/api/event-endpoints/{id}/deliveries', {
        params: { path: { id }, query: { cursor: pageParam } },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

export const createEndpoint = (body: Schema<'CreateEventEndpoint'>) =>
  api.post('/api/event-endpoints', { body });

export const updateEndpoint = (id: string, body: Schema<'UpdateEventEndpoint'>) =>
  api.put('/api/event-endpoints/{id}', { params: { path: { id } }, body });

export const deleteEndpoint = (id: string) =>
  api.delete('/api/event-endpoints/{id}', { params: { path: { id } } });

/** The previous secret stays valid for signing for one more day. */
export const renewSecret = (id: string) =>
  api.post('/api/event-endpoints/{id}/secret', { params: { path: { id } } });

export const sendTest = (id: string) =>
  api.post('/api/event-endpoints/{id}/test', { params: { path: { id } } });

export const redeliver = (id: string) =>
  api.post('/api/event-endpoints/deliveries/{id}/redeliver', { params: { path: { id } } });

/** The seller's API keys, oldest first. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api_keys'],
  queryFn: ({ signal }) => api.get('/api/api-keys', { signal }),
});

export const createApiKey = (body: Schema<'CreateApiKey'>) => api.post('/api/api-keys', { body });

export const deleteApiKey = (id: string) => api.delete('/api/api-keys/{id}', { params: { path: { id } } });
