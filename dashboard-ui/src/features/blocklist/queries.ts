import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

export type Block = Schema<'Block'>;
export type BlockKind = Block['kind'];

export const blocklistQuery = queryOptions({
  queryKey: ['blocklist'],
  queryFn: ({ signal }) => api.get('/api/blocklist', { signal }),
});

export const addBlock = (body: Schema<'NewBlock'>) => api.post('/api/blocklist', { body });

export const removeBlock = (id: string) => api.delete('/api/blocklist/{id}', { params: { path: { id } } });
