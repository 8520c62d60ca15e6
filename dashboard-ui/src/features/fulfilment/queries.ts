import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

export type Fulfilment = Schema<'Fulfilment'>;
export type Mode = Schema<'FulfilmentMode'>;

const at = (guildId: string) => ({ params: { path: { guildId } } });

/** Which way a storefront's orders are delivered. */
export const fulfilmentQuery = (guildId: string) =>
  queryOptions({
    queryKey: ['storefronts', guildId, 'fulfilment'],
    queryFn: ({ signal }) => api.get('/api/storefronts/{guildId}/fulfilment', { ...at(guildId), signal }),
  });

export const saveFulfilment = (guildId: string, body: Schema<'SaveFulfilment'>) =>
  api.put('/api/storefronts/{guildId}/fulfilment', { ...at(guildId), body });

/** The old secret is valid for a day more. */
export const renewSecret = (guildId: string) =>
  api.post('/api/storefronts/{guildId}/fulfilment/secret', at(guildId));
