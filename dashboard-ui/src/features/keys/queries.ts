import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

export type Key = Schema<'Key'>;
export type KeyFilter = 'all' | Key['status'];

const pageSize = 50;

/** The prefix of the query keys of all pages of a storefront's keys. */
export const allKeys = (guildId: string) => ['keys', guildId] as const;

/**
 * One page of keys, newest first; an empty cursor is the first page. `search` is a prefix of a key, its note or its
 * email.
 */
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

/** Creates keys. A repeated call with the same `once` returns the same ones. */
export const createKeys = (guildId: string, body: Schema<'CreateKeys'>, once: string) =>
  api.post('/api/storefronts/{guildId}/keys', {
    params: { path: { guildId }, header: { 'Idempotency-Key': once } },
    body,
  });

/** Revokes those of these keys that are unused. */
export const revokeKeys = (guildId: string, keys: string[]) =>
  api.post('/api/storefronts/{guildId}/keys/revoke', { params: { path: { guildId } }, body: { keys } });

/** The keys of all pages that match a filter and a search, as CSV. */
export const keysCsv = (guildId: string, filter: KeyFilter, search: string) =>
  api.get('/api/storefronts/{guildId}/keys.csv', {
    params: {
      path: { guildId },
      query: { status: filter === 'all' ? undefined : filter, q: search || undefined },
    },
    parseAs: 'text',
  });

/** The unused keys of a storefront that match a search, one per line. */
export const unusedKeys = (guildId: string, search = '') =>
  api.get('/api/storefronts/{guildId}/keys.txt', {
    params: { path: { guildId }, query: { status: 'unused', q: search || undefined } },
    parseAs: 'text',
  });

export const revokeKey = (guildId: string, key: string) =>
  api.delete('/api/storefronts/{guildId}/keys/{key}', { params: { path: { guildId, key } } });
