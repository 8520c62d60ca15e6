import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';
import { all, type LogFilter } from './log-filter';

export type LogEntry = Schema<'LogEntry'>;

/** The log, newest first, page by page. Each page carries the counts of all and the actions there are. */
export const logsQuery = ({ search, severity, action }: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['activity', 'logs', search.trim().toLowerCase(), severity, action],
    queryFn: ({ pageParam, signal }) => {
      const params = new URLSearchParams({ utcOffset: String(-new Date().getTimezoneOffset()) });
      if (search.trim()) params.set('search', search.trim());
      if (severity !== all) params.set('severity', severity);
      if (action !== all) params.set('action', action);
      if (pageParam) params.set('cursor', pageParam);
      return api.get<Schema<'Logs'>>(`/api/admin/logs?${params}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
