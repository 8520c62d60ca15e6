import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../shared/format/date';
import { Chart } from '../../ui/chart';
import { ChartLegend } from '../../ui/chart-legend';
import { Failed } from '../../ui/empty';
import { Skeleton } from '../../ui/skeleton';
import { ordersPerDayQuery } from './queries';

/** Orders and boosts of the last 14 days. */
export function OrdersChart() {
  const { data, isError, error, refetch, isFetching } = useQuery(ordersPerDayQuery);
  return (
    <section
      aria-labelledby="orders-per-day"
      aria-busy={!data && !isError}
      className="card flex flex-col gap-4 px-5 py-4 max-sm:px-4"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="orders-per-day" className="text-heading">
          Last 14 days
        </h2>
        <ChartLegend barLabel="Orders" lineLabel="Boosts" unfinishedLabel="Today so far" />
      </header>
      {data ? (
        <Chart
          label="Orders and boosts a day over the last 14 days"
          columnLabel="Day"
          barLabel="Orders"
          lineLabel="Boosts"
          lastIsUnfinished
          points={data.days.map((day) => ({ label: formatDay(day.date), bar: day.orders, line: day.boosts }))}
        />
      ) : isError ? (
        <Failed title="The chart could not be loaded" error={error} onRetry={refetch} busy={isFetching} />
      ) : (
        <Skeleton className="h-50" />
      )}
    </section>
  );
}
