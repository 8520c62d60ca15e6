import { formatDay } from '../../shared/format/date';
import { Chart } from '../../ui/chart';
import { ChartLegend } from '../../ui/chart-legend';
import type { Insights } from './queries';
import { byDay } from './summary';

/** Orders and boosts per UTC day; the last day is today. */
export function Course({ data }: { data: Insights }) {
  const points = byDay(data.days);
  return (
    <section aria-labelledby="course" className="card flex flex-col gap-4 px-5 py-4 max-sm:px-4">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="course" className="text-heading">
          Last {points.length} days
        </h2>
        <ChartLegend barLabel="Orders" lineLabel="Boosts" unfinishedLabel="Today so far (UTC)" />
      </header>
      <Chart
        label={`Orders and boosts a day (UTC) over the last ${points.length} days`}
        columnLabel="Day"
        barLabel="Orders"
        lineLabel="Boosts"
        lastIsUnfinished
        points={points.map(({ day, orders, boosts }) => ({
          label: formatDay(day),
          bar: orders,
          line: boosts,
        }))}
      />
    </section>
  );
}
