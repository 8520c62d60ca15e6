import { formatCount } from '../../shared/format/number';
import type { Insights } from './queries';

type Day = Insights['days'][number];
type Stock = Insights['stocks'][number];

/** One point per day, summed over all stocks. */
export function byDay(days: Day[]): { day: string; orders: number; boosts: number }[] {
  const found = new Map<string, { day: string; orders: number; boosts: number }>();
  for (const { day, orders, boosts } of days) {
    const before = found.get(day) ?? { day, orders: 0, boosts: 0 };
    found.set(day, { day, orders: before.orders + orders, boosts: before.boosts + boosts });
  }
  return [...found.values()];
}

/**
 * Totals over all days and stocks; undefined where there is no data. Rates are weighted by finished boosts, and times
 * by finished orders.
 */
export function summarize(days: Day[]) {
  const judged = days.filter((day) => day.successRate !== null);
  const timed = days.filter((day) => day.medianMinutes !== null);
  return {
    orders: days.reduce((sum, day) => sum + day.orders, 0),
    boosts: days.reduce((sum, day) => sum + day.boosts, 0),
    successRate: weighed(judged.map((day) => [day.successRate!, day.doneBoosts])),
    minutes: weighed(timed.map((day) => [day.medianMinutes!, day.done])),
  };
}

export type Summary = ReturnType<typeof summarize>;

/** Formats a fraction: `98.5%`. */
export const percent = (rate: number | undefined) =>
  rate === undefined ? '–' : `${(rate * 100).toFixed(1)}%`;

function weighed(values: [value: number, weight: number][]): number | undefined {
  const weight = values.reduce((sum, [, weight]) => sum + weight, 0);
  return weight > 0 ? values.reduce((sum, [value, weight]) => sum + value * weight, 0) / weight : undefined;
}

/** `< 1 min`, `12 min`, `3.5 h`, `2.1 days`. */
export function duration(minutes: number): string {
  if (minutes < 1) return '< 1 min';
  if (minutes < 90) return `${Math.round(minutes)} min`;
  if (minutes < 36 * 60) return `${(minutes / 60).toFixed(1)} h`;
  return `${(minutes / 60 / 24).toFixed(1)} days`;
}

/** `today`, `1 day`, `12 days`: how long stock will last. */
export function lasting(daysLeft: number): string {
  const days = Math.floor(daysLeft);
  if (days < 1) return 'less than a day';
  return formatCount(days, 'day');
}

/** Whether the figures are of more than one storefront. */
export const areSeveral = ({ stocks }: Insights) => new Set(stocks.map(({ guildId }) => guildId)).size > 1;

/** Whether a stock has neither sales nor tokens. */
export const isIdle = ({ available, daysLeft }: Stock) => daysLeft === null && available === 0;

/** What is used up first comes first, what is not sold after what is, and what is idle last. */
export function byUrgency(stocks: readonly Stock[]): Stock[] {
  const urgency = (stock: Stock) =>
    stock.daysLeft ?? (isIdle(stock) ? Number.MAX_VALUE : Number.MAX_SAFE_INTEGER);
  return stocks.toSorted((one, other) => urgency(one) - urgency(other));
}

/** The table as a CSV file. */
export function csv(days: Day[]): string {
  const rows = days.map(({ day, stock, orders, boosts, successRate, medianMinutes }) =>
    [day, stock, orders, boosts, successRate ?? '', medianMinutes ?? ''].join(','),
  );
  return [['day', 'stock', 'orders', 'boosts', 'success_rate', 'median_minutes'].join(','), ...rows, ''].join(
    '\r\n',
  );
}
