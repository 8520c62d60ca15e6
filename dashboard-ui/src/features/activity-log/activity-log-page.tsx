import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays, OctagonX, RotateCcw, ScrollText, SearchX } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/client';
import type { Schema } from '../../api/types';
import { Button } from '../../ui/button';
import { Empty, Failed } from '../../ui/empty';
import { figureOf } from '../../ui/figure-of';
import { LoadMore } from '../../ui/load-more';
import { Page } from '../../ui/page';
import { SkeletonRows } from '../../ui/skeleton';
import { StatCard } from '../../ui/stat-card';
import { toast } from '../../ui/toast';
import { useAddress } from '../../ui/use-address';
import { useTyped } from '../../ui/use-typed';
import { useUser } from '../auth/require-user';
import { all, isFiltered, matchesFilter, readLogFilter, type LogFilter } from './log-filter';
import { LogRow } from './log-row';
import { LogTools } from './log-tools';
import { logsQuery } from './queries';
import { RequireAdmin } from './require-admin';

export function ActivityLogPage() {
  const { admin } = useUser();
  const { params, change } = useAddress();
  const asked = readLogFilter(params);
  const [search, setSearch] = useTyped(asked.search, (q) => change({ q }, { replace: true }));
  const [refreshing, setRefreshing] = useState(false);
  const list = useInfiniteQuery({ ...logsQuery(asked), enabled: admin });
  const counts = list.data?.counts;
  const filter = { ...asked, search };
  // The answer to the newest filter may still be pending, so the loaded entries are filtered at once.
  const entries = list.data?.logs.filter((entry) => matchesFilter(entry, filter));
  const waiting = list.isPlaceholderData || search.trim() !== asked.search;
  const figure = (pick: (counts: Schema<'LogCounts'>) => number) => figureOf({ ...list, data: counts }, pick);

  const named = (choice: string) => (choice === all ? null : choice);

  function choose({ severity, action }: Pick<LogFilter, 'severity' | 'action'>) {
    change({ severity: named(severity), action: named(action) });
  }

  function clear() {
    setSearch('');
    change({ q: null, severity: null, action: null });
  }

  async function refresh() {
    const pressedAt = Date.now();
    setRefreshing(true);
    const { dataUpdatedAt, errorUpdatedAt } = await list.refetch();
    setRefreshing(false);
    // Neither is new if the screen was left or another filter chosen: that cancels the request.
    if (errorUpdatedAt >= pressedAt) toast.error('Failed to refresh logs');
    else if (dataUpdatedAt >= pressedAt) toast('Logs refreshed successfully');
  }

  return (
    <RequireAdmin refused={list.error instanceof ApiError && list.error.status === 403}>
      <Page title="Admin Logs">
        <div className="grid grid-cols-4 gap-4 max-lg:grid-cols-2 max-sm:gap-3">
          <StatCard label="Total Logs" icon={ScrollText} figure={figure(({ total }) => total)} />
          <StatCard label="Today's Activity" icon={CalendarDays} figure={figure(({ today }) => today)} />
          <StatCard hot label="Errors" icon={OctagonX} figure={figure(({ errors }) => errors)} />
          <StatCard
            label="Access Code Resets"
            icon={RotateCcw}
            figure={figure(({ accessCodeResets }) => accessCodeResets)}
          />
        </div>
        <div className="flex flex-col gap-3">
          <LogTools
            filter={filter}
            onSearch={setSearch}
            onChoose={choose}
            actions={counts?.actions ?? []}
            onRefresh={() => void refresh()}
            refreshing={refreshing}
          />
          <section
            aria-label="Logs"
            aria-busy={list.isFetching}
            className={`card overflow-hidden transition-opacity duration-(--t-hover) ${waiting && entries?.length ? 'opacity-60' : ''}`}
          >
            {entries ? (
              entries.length > 0 ? (
                <ul className="divide-y divide-line">
                  {entries.map((entry) => (
                    <LogRow key={entry.id} entry={entry} />
                  ))}
                </ul>
              ) : waiting ? (
                <SkeletonRows rows={6} tile />
              ) : isFiltered(filter) ? (
                <Empty
                  icon={SearchX}
                  title="No matching logs"
                  text="Try adjusting your search or filter criteria"
                >
                  <Button onClick={clear}>Clear filters</Button>
                </Empty>
              ) : (
                <Empty icon={ScrollText} title="No logs yet" text="User activity logs will appear here" />
              )
            ) : list.isError ? (
              <Failed
                title="Failed to fetch logs"
                error={list.error}
                onRetry={list.refetch}
                busy={list.isFetching}
              />
            ) : (
              <SkeletonRows rows={8} tile />
            )}
            <LoadMore
              list={list}
              asked={JSON.stringify(asked)}
              count={waiting ? undefined : entries?.length}
              noun="log"
            />
          </section>
        </div>
      </Page>
    </RequireAdmin>
  );
}
