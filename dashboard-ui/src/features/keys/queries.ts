import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

export type Key = Schema<'Key'>;
export type KeyFilter = 'all' | Key['status'];

const pageSize = 50;

/** The first parts of the keys of all pages of a storefront's keys. */
export const allKeys = (guildId: string) => ['keys', guildId] as const;

/** One page of keys, newest first; an empty cursor is the first page. `search`: what a key, its note or its email begins with. */
export const keysQuery = (guildId: string, filter: KeyFilter, cursor: string, search = '') =>
  queryOptions({
    queryKey: [...allKeys(guildId), filter, cursor, search],
    queryFn: ({ signal }) => {
      const query = {
        limit: pageSize,
        status: filter === 'all' ? undefined : filter,
        cursor: cursor || undefined,
        q: search || undefined,
      };
      return api.get('/api/storefronts/{guildId}/keys', { params: { path: { guildId }, query }, signal });
    },
    placeholderData: keepPreviousData,
  });

export const createKeys = (guildId: string, body: Schema<'CreateKeys'>) =>
  api.post('/api/storefronts/{guildId}/keys', { params: { path: { guildId } }, body });

export const revokeKey = (guildId: string, key: string) =>
  api.delete('/api/storefronts/{guildId}/keys/{key}', { params: { path: { guildId, key } } });
