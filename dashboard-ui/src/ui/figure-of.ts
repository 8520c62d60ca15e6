import { formatNumber } from '../shared/format/number';
import type { Figure } from './stat-card';

type Source<Data> = { data: Data | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown };

/** The state of a query as a figure for a stat card; `pick` returns a number or a formatted text. */
export function figureOf<Data>(query: Source<Data>, pick: (data: Data) => number | string): Figure {
  if (query.data !== undefined) {
    const figure = pick(query.data);
    return { status: 'ready', text: typeof figure === 'number' ? formatNumber(figure) : figure };
  }
  if (!query.isError) return { status: 'loading' };
  return { status: 'failed', retry: () => void query.refetch(), busy: query.isFetching };
}
