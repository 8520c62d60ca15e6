import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client';
import type { Schema } from '../../../api/types';

export type BugReport = Schema<'BugReport'>;
export type NewBugReport = Schema<'CreateBugReport'>;

/** All bug reports, newest first, page by page. Each page carries the counts of all. */
export const bugReportsQuery = infiniteQueryOptions({
  queryKey: ['bug_reports'],
  queryFn: ({ pageParam, signal }) =>
    api.get('/api/bugs/fetch-all', { params: { query: { cursor: pageParam || undefined } }, signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
});

export const createBugReport = (body: NewBugReport) => api.post('/api/bugs/create', { body });

export const fixBug = (id: string) => api.put('/api/bugs/fix/{id}', { params: { path: { id } } });

export const deleteBugReport = (id: string) =>
  api.delete('/api/bugs/delete/{id}', { params: { path: { id } } });
