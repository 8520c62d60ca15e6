import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

export type Domain = Schema<'Domain'>;
export type DomainProof = Schema<'DomainProof'>;

/** The seller's domains: one at most. */
export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: ({ signal }) => api.get<Domain[]>('/api/dashboard/domains/list', { signal }),
});

export const addDomain = (domain: string) =>
  api.post<Schema<'DomainAdded'>>('/api/dashboard/domains/add', { domain } satisfies Schema<'AddDomain'>);

/** Asks DNS now. */
export const checkDomain = (id: string) =>
  api.post<Schema<'DomainChecked'>>(`/api/dashboard/domains/check/${encodeURIComponent(id)}`);

export const removeDomain = (id: string) =>
  api.delete<Schema<'Ack'>>(`/api/dashboard/domains/delete/${encodeURIComponent(id)}`);
