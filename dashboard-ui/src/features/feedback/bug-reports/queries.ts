import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import { api } from '../../../api/client';
import type { Schema, Sparse } from '../../../api/types';

export type BugReport = Schema<'BugReport'>;
export type NewBugReport = Schema<'CreateBugReport'>;

type BugPage = Sparse<Schema<'Bugs'>, 'counts' | 'next'>;

/** All bug reports, newest first, page by page. Either each page carries the total counts, or none does. */
export const bugReportsQuery = infiniteQueryOptions({
  queryKey: ['bug_reports'],
  queryFn: ({ pageParam, signal }): Promise<BugPage> =>
    api.get('/api/bugs/fetch-all', { params: { query: { cursor: pageParam || undefined } }, signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
  select: toBugReports,
});

/** The loaded bug reports, with the counts of all of them if the server sends them, else of these. */
function toBugReports({ pages }: InfiniteData<BugPage>) {
  const bugs = pages.flatMap((page) => page.bugs);
  return { bugs, counts: pages[0]?.counts ?? countBugs(bugs) };
}

function countBugs(bugs: readonly BugReport[]): Schema<'BugCounts'> {
  const count = (fits: (bug: BugReport) => boolean) => bugs.filter(fits).length;
  return {
    total: bugs.length,
    open: count(({ status }) => status === 'open'),
    fixed: count(({ status }) => status === 'fixed'),
    critical: count(({ severity }) => severity === 'critical'),
  };
}

export const createBugReport = (body: NewBugReport) => api.post('/api/bugs/create', { body });

export const fixBug = (id: string) => api.put('/api/bugs/fix/{id}', { params: { path: { id } } });

export const deleteBugReport = (id: string) =>
  api.delete('/api/bugs/delete/{id}', { params: { path: { id } } });
