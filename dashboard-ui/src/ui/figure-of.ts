import { formatNumber } from '../shared/format/number';
import type { Figure } from './stat-card';

type Source<Data> = { data: Data | undefined; isError: boolean; refetch: () => unknown };

/** A number out of a query, for a stat card. */
export function figureOf<Data>(query: Source<Data>, pick: (data: Data) => number): Figure {
  if (query.data !== undefined) return { status: 'ready', text: formatNumber(pick(query.data)) };
  return query.isError ? { status: 'failed', retry: () => void query.refetch() } : { status: 'loading' };
}
