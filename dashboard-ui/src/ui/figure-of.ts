import { formatNumber } from '../shared/format/number';
import type { Figure } from './stat-card';

type Source<Data> = { data: Data | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown };

/** A number out of a query, or a text that says one, for a stat card. */
export function figureOf<Data>(query: Source<Data>, pick: (data: Data) => number | string): Figure {
  if (query.data !== undefined) {
    const figure = pick(query.data);
    return { status: 'ready', text: typeof figure === 'number' ? formatNumber(figure) : figure };
  }
  if (!query.isError) return { status: 'loading' };
  return { status: 'failed', retry: () => void query.refetch(), busy: query.isFetching };
}
