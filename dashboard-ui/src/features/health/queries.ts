import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

export type Health = Schema<'Health'>;

/** Nothing tells of what fails, so it is asked again and again while the screen is looked at. */
const pause = 10_000;

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => api.get('/api/admin/health', { signal }),
  refetchInterval: pause,
});
