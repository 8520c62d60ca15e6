import { useInfiniteQuery } from '@tanstack/react-query';
import { Bug, CircleCheck, CircleDot, Flame, Plus } from 'lucide-react';
import type { Schema } from '../../../api/types';
import { Button } from '../../../ui/button';
import { Empty, Failed } from '../../../ui/empty';
import { figureOf } from '../../../ui/figure-of';
import { LoadMore } from '../../../ui/load-more';
import { Page } from '../../../ui/page';
import { StatCard } from '../../../ui/stat-card';
import { BugForm } from './bug-form';
import { BugList } from './bug-list';
import { EntryRowsSkeleton } from '../entry-rows-skeleton';
import { useWriting } from '../use-writing';
import { bugReportsQuery } from './queries';

export function BugReportsPage() {
  const list = useInfiniteQuery(bugReportsQuery);
  const { writing, opener, toggle, open, close } = useWriting('bug report');
  const { counts, bugs } = list.data ?? {};
  const figure = (pick: (counts: Schema<'BugCounts'>) => number) => figureOf({ ...list, data: counts }, pick);

  return (
    <Page
      title="Bug Reports"
      actions={
        <Button
          ref={opener}
          // When the list is empty, it has the one primary button of the screen.
          kind={writing || bugs?.length === 0 ? 'secondary' : 'primary'}
          aria-expanded={writing}
          aria-controls="bug-form"
          icon={<Plus aria-hidden size={16} strokeWidth={2} />}
          onClick={toggle}
        >
          Report Bug
        </Button>
      }
    >
      <div className="grid grid-cols-4 gap-4 max-lg:grid-cols-2 max-sm:gap-3">
        <StatCard label="Total Reports" icon={Bug} figure={figure(({ total }) => total)} />
        <StatCard hot label="Open" icon={CircleDot} figure={figure(({ open }) => open)} />
        <StatCard label="Fixed" icon={CircleCheck} figure={figure(({ fixed }) => fixed)} />
        <StatCard label="Critical" icon={Flame} figure={figure(({ critical }) => critical)} />
      </div>
      <BugForm open={writing} onClose={close} />
      <section aria-label="Bug Reports" aria-busy={list.isFetching} className="card overflow-hidden">
        {bugs ? (
          bugs.length > 0 ? (
            <BugList bugs={bugs} />
          ) : (
            <Empty icon={Bug} title="No bug reports yet">
              <Button kind={writing ? 'secondary' : 'primary'} onClick={open}>
                Report First Bug
              </Button>
            </Empty>
          )
        ) : list.isError ? (
          <Failed
            title="Failed to load bug reports"
            error={list.error}
            onRetry={list.refetch}
            busy={list.isFetching}
          />
        ) : (
          <EntryRowsSkeleton />
        )}
        <LoadMore list={list} count={bugs?.length} noun="bug report" />
      </section>
    </Page>
  );
}
