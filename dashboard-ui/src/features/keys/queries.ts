import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';
import { storefrontPath } from '../storefront/queries';

export type Key = Schema<'Key'>;
export type KeyFilter = 'all' | Key['status'];

const keysPath = (guildId: string) => `${storefrontPath(guildId)}/keys`;
const pageSize = 50;

/** One page of keys, newest first; an empty cursor is the first page. */
export const keysQuery = (guildId: string, filter: KeyFilter, cursor: string) =>
  queryOptions({
    queryKey: ['keys', guildId, filter, cursor],
    queryFn: ({ signal }) => {
      const params = new URLSearchParams({ limit: String(pageSize) });
      if (filter !== 'all') params.set('status', filter);
      if (cursor) params.set('cursor', cursor);
      return api.get<Schema<'KeyPage'>>(`${keysPath(guildId)}?${params}`, { signal });
    },
    placeholderData: keepPreviousData,
  });

export const createKeys = (guildId: string, wanted: Schema<'CreateKeys'>) =>
  api.post<Schema<'KeysCreated'>>(keysPath(guildId), wanted);

export const revokeKey = (guildId: string, key: string) =>
  api.delete<Schema<'Ack'>>(`${keysPath(guildId)}/${encodeURIComponent(key)}`);
