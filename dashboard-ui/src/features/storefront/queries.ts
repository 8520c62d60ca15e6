import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

type Storefront = Schema<'Storefront'>;
type StorefrontInput = Schema<'StorefrontInput'>;

export const storefrontsQuery = queryOptions({
  queryKey: ['storefronts'],
  queryFn: ({ signal }) => api.get<Storefront[]>('/api/storefronts', { signal }),
});

export const createStorefront = (input: StorefrontInput) =>
  api.post<Schema<'StorefrontSaved'>>('/api/storefronts', input);

export const updateStorefront = (guildId: string, input: StorefrontInput) =>
  api.put<Schema<'StorefrontSaved'>>(storefrontPath(guildId), input);

export const deleteStorefront = (guildId: string) => api.delete<Schema<'Ack'>>(storefrontPath(guildId));

export const storefrontPath = (guildId: string) => `/api/storefronts/${encodeURIComponent(guildId)}`;
