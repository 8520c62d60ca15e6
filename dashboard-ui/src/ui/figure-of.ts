import { formatNumber } from '../shared/format/number';
import type { Figure } from './stat-card';

type Source<Data> = { data: Data | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown };

/**
 * The state of a query as a figure for a stat card; `pick` returns a number or a formatted text. What else the screen
 * shows of the query offers the retry.
 */
export function figureOf<Data>(query: Source<Data>, pick: (data: Data) => number | string): Figure {
  if (query.data !== undefined) {
    const figure = pick(query.data);
    return { status: 'ready', text: typeof figure === 'number' ? formatNumber(figure) : figure };
  }
  return { status: query.isError ? 'failed' : 'loading' };
}

/** The same, for a query of which the screen shows nothing else: the figure offers the retry. */
export function loneFigureOf<Data>(query: Source<Data>, pick: (data: Data) => number | string): Figure {
  const figure = figureOf(query, pick);
  if (figure.status !== 'failed') return figure;
  return { ...figure, retry: { retry: () => void query.refetch(), busy: query.isFetching } };
}
