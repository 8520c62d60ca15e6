import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import { api } from '../../../api/client';
import type { Schema, Sparse } from '../../../api/types';

export type BugReport = Schema<'BugReport'>;
export type NewBugReport = Schema<'CreateBugReport'>;

type BugPage = Sparse<Schema<'Bugs'>, 'counts' | 'next'>;

/** Stands in for what a report lacks. */
const unsaid = {
  description: '',
  steps: '',
  expectedBehavior: '',
  actualBehavior: '',
  severity: 'medium',
  status: 'open',
  author: '',
  createdAt: 0,
} satisfies Partial<BugReport>;
type Answered = Omit<BugPage, 'bugs'> & { bugs: Sparse<BugReport, keyof typeof unsaid>[] };

/** All bug reports, newest first, page by page. Either each page carries the total counts, or none does. */
export const bugReportsQuery = infiniteQueryOptions({
  queryKey: ['bug_reports'],
  queryFn: async ({ pageParam, signal }): Promise<BugPage> => {
    const query = { cursor: pageParam || undefined };
    const page: Answered = await api.get('/api/bugs/fetch-all', { params: { query }, signal });
    return { ...page, bugs: page.bugs.map((bug) => ({ ...unsaid, ...bug })) };
  },
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
