import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';
import { all, noFilter, type LogFilter } from './log-filter';

export type LogEntry = Schema<'LogEntry'>;

/** The log, newest first, page by page. Each page carries the counts of all and the actions there are. */
export const logsQuery = ({ search, severity, action }: LogFilter = noFilter) =>
  infiniteQueryOptions({
    queryKey: ['activity', 'logs', search.trim().toLowerCase(), severity, action],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        utcOffset: -new Date().getTimezoneOffset(),
        search: search.trim() || undefined,
        severity: severity === all ? undefined : severity,
        action: action === all ? undefined : action,
        cursor: pageParam || undefined,
      };
      return api.get('/api/admin/logs', { params: { query }, signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
