import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

export type Domain = Schema<'Domain'>;
export type DomainProof = Schema<'DomainProof'>;

/** The seller's domains, at most one. */
export const domainsQuery = queryOptions({
  queryKey: ['custom_domains'],
  queryFn: ({ signal }) => api.get('/api/dashboard/domains/list', { signal }),
});

export const addDomain = (domain: string) => api.post('/api/dashboard/domains/add', { body: { domain } });

/** Makes the server check DNS now. */
export const checkDomain = (id: string) =>
  api.post('/api/dashboard/domains/check/{id}', { params: { path: { id } } });

export const removeDomain = (id: string) =>
  api.delete('/api/dashboard/domains/delete/{id}', { params: { path: { id } } });
