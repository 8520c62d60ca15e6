import { infiniteQueryOptions, keepPreviousData, type InfiniteData } from '@tanstack/react-query';
import { api } from '../../api/client';
import { localTime } from '../../api/local-time';
import type { Schema, Sparse } from '../../api/types';
import { all, noFilter, type LogFilter } from './log-filter';

export type LogEntry = Schema<'LogEntry'>;
type LogPage = Sparse<Schema<'Logs'>, 'counts' | 'next'>;

/**
 * The log, newest first, page by page. Either each page carries the total counts and the list of actions, or none
 * does. Refetched even when nothing happens, because the count of today changes at midnight.
 */
export const logsQuery = ({ search, severity, action }: LogFilter = noFilter) =>
  infiniteQueryOptions({
    queryKey: ['activity', 'logs', search.trim().toLowerCase(), severity, action],
    queryFn: ({ pageParam, signal }): Promise<LogPage> => {
      const query = {
        ...localTime(),
        search: search.trim() || undefined,
        severity: severity === all ? undefined : severity,
        action: action === all ? undefined : action,
        cursor: pageParam || undefined,
      };
      return api.get('/api/admin/logs', { params: { query }, signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: 5 * 60_000,
    placeholderData: keepPreviousData,
    select: toLog,
  });

/** The loaded part of the log, with the counts of the whole log if the server sends them, else of this part. */
function toLog({ pages }: InfiniteData<LogPage>) {
  const logs = pages.flatMap((page) => page.logs);
  return { logs, counts: pages[0]?.counts ?? countLogs(logs) };
}

function countLogs(logs: readonly LogEntry[]): Schema<'LogCounts'> {
  const count = (fits: (entry: LogEntry) => boolean) => logs.filter(fits).length;
  const today = new Date().toDateString();
  return {
    total: logs.length,
    today: count(({ timestamp }) => new Date(timestamp).toDateString() === today),
    errors: count(({ severity }) => severity === 'error'),
    accessCodeResets: count(({ action }) => action === 'access_code_reset'),
    actions: [...new Set(logs.map(({ action }) => action))].sort(),
  };
}
