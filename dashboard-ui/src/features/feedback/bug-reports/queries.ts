import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client';
import type { Schema } from '../../../api/types';

export type BugReport = Schema<'BugReport'>;
export type NewBugReport = Schema<'CreateBugReport'>;

/** All bug reports, newest first, page by page. Each page carries the counts of all. */
export const bugsQuery = infiniteQueryOptions({
  queryKey: ['bugs'],
  queryFn: ({ pageParam, signal }) =>
    api.get<Schema<'Bugs'>>(`/api/bugs/fetch-all${pageParam ? `?cursor=${pageParam}` : ''}`, { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
});

export const createBugReport = (wanted: NewBugReport) =>
  api.post<Schema<'BugReportCreated'>>('/api/bugs/create', wanted);

export const fixBug = (id: string) => api.put<Schema<'Ack'>>(`/api/bugs/fix/${encodeURIComponent(id)}`);

export const deleteBugReport = (id: string) =>
  api.delete<Schema<'Ack'>>(`/api/bugs/delete/${encodeURIComponent(id)}`);
