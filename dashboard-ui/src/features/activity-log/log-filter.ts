import type { Schema } from '../../api/types';
import { fold } from '../../shared/fold';
import { oneOf } from '../../ui/use-address';

/** The option that filters nothing out. */
export const all = 'all';
export const severities = ['info', 'success', 'warning', 'error'] as const;

export type LogFilter = {
  search: string;
  severity: typeof all | (typeof severities)[number];
  action: string;
};

export const noFilter: LogFilter = { search: '', severity: all, action: all };

/** The filter that an address names. */
export const readLogFilter = (params: URLSearchParams): LogFilter => ({
  search: params.get('q') ?? '',
  severity: oneOf(severities, params.get('severity')) ?? all,
  action: params.get('action') ?? all,
});

export const isFiltered = ({ search, severity, action }: LogFilter) =>
  search.trim() !== '' || severity !== all || action !== all;

type Entry = Pick<Schema<'LogEntry'>, 'username' | 'userId' | 'action' | 'details' | 'severity'>;

/** Matches as the server does: the search looks into username, action, details and user id, ignoring case. */
export function matchesFilter(entry: Entry, { search, severity, action }: LogFilter): boolean {
  if (severity !== all && entry.severity !== severity) return false;
  if (action !== all && entry.action !== action) return false;
  const wanted = fold(search.trim());
  // An action is shown with spaces, so it can be found in that form as well.
  const texts = [
    entry.username,
    entry.action,
    entry.action.replaceAll('_', ' '),
    entry.details,
    entry.userId,
  ];
  return texts.some((text) => fold(text).includes(wanted));
}
