import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

export type Health = Schema<'Health'>;

/** No event announces failures, so the screen polls. */
const pause = 10_000;

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => api.get('/api/admin/health', { signal }),
  refetchInterval: pause,
});
