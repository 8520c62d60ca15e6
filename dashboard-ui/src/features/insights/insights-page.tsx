import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Download, Package, Rocket, Timer } from 'lucide-react';
import { formatDay } from '../../shared/format/date';
import { formatNumber } from '../../shared/format/number';
import { stockName } from '../../shared/format/words';
import { Button } from '../../ui/button';
import { downloadText } from '../../ui/download';
import { Empty, Failed } from '../../ui/empty';
import { figureOf } from '../../ui/figure-of';
import { First } from '../../ui/first';
import { Page } from '../../ui/page';
import { Skeleton, SkeletonRows } from '../../ui/skeleton';
import { StatCard } from '../../ui/stat-card';
import { useAddress } from '../../ui/use-address';
import { useSideScroll } from '../../ui/use-side-scroll';
import { chosenGuild, storefrontsQuery } from '../storefront/queries';
import { StorefrontChoice } from '../storefront/storefront-choice';
import { Course } from './course';
import { Outlook } from './outlook';
import { chosenSpan, insightsQuery, spans, type Insights, type Span } from './queries';
import { areSeveral, csv, duration, percent, summarize, type Summary } from './summary';

/** The shop's figures by day and by stock, and how long the stock will last. */
export function InsightsPage() {
  const { params, change } = useAddress();
  const days = chosenSpan(params);
  const { data: storefronts, isError: areStorefrontsUnknown } = useQuery(storefrontsQuery);
  const guildId = chosenGuild(params, storefronts);
  const insights = useQuery(insightsQuery(days, guildId));
  const { data, isError, error, refetch, isFetching, isPlaceholderData } = insights;
  const sums = data && summarize(data.days);
  const isChoiceAhead = guildId !== '' || (data !== undefined && areSeveral(data));
  // On phones the choice of a storefront has a line of its own, so until it is known whether there is one, it is not
  // known where the rest belongs: it is held back for a moment.
  const isPlaced = isChoiceAhead || storefronts || areStorefrontsUnknown || data || isError;

  const figure = (pick: (sums: Summary) => number | string) => figureOf({ ...insights, data: sums }, pick);

  return (
    <Page
      title="Insights"
      actions={
        <Button
          icon={<Download aria-hidden size={16} strokeWidth={1.75} />}
          // What is still shown belongs to the previous choice.
          disabled={!data || isPlaceholderData}
          onClick={() => data && downloadText(`insights-${days}-days.csv`, csv(data.days))}
        >
          CSV
        </Button>
      }
    >
      <div className="flex flex-wrap gap-3">
        <First>
          <SpanChoice days={days} onChoose={(days) => change({ days }, { replace: true })} />
        </First>
        <StorefrontChoice
          guildId={guildId}
          isAhead={isChoiceAhead}
          onChoose={(guild) => change({ guild }, { replace: true })}
          className="w-52"
        />
      </div>
      <div
        className={`flex flex-col gap-4 ${isPlaceholderData ? 'opacity-60' : ''} ${isPlaced ? '' : 'max-sm:[animation:appear_1ms_300ms_backwards]'}`}
        aria-busy={isFetching}
      >
        <div className="grid grid-cols-4 gap-4 max-lg:grid-cols-2 max-sm:gap-3">
          <StatCard label="Orders" icon={Package} figure={figure(({ orders }) => orders)} />
          <StatCard hot label="Boosts delivered" icon={Rocket} figure={figure(({ boosts }) => boosts)} />
          <StatCard
            label="Success rate"
            icon={CircleCheck}
            figure={figure(({ successRate }) => percent(successRate))}
          />
          <StatCard
            label="Time to deliver"
            icon={Timer}
            figure={figure(({ minutes }) => (minutes === undefined ? '–' : duration(minutes)))}
          />
        </div>
        {data ? (
          <>
            <Course data={data} />
            <Outlook data={data} />
            <Days data={data} />
          </>
        ) : isError ? (
          <div className="card">
            <Failed title="Insights could not be loaded" error={error} onRetry={refetch} busy={isFetching} />
          </div>
        ) : (
          <>
            <Skeleton className="h-66" />
            <div className="card overflow-hidden">
              <SkeletonRows rows={4} />
            </div>
          </>
        )}
      </div>
    </Page>
  );
}

function SpanChoice({ days, onChoose }: { days: Span; onChoose: (span: Span) => void }) {
  return (
    <div role="group" aria-label="Days" className="flex gap-1 rounded-control border border-line bg-s1 p-0.5">
      {spans.map((span) => (
        <button
          key={span}
          type="button"
          aria-pressed={span === days}
          onClick={() => onChoose(span)}
          className="hover-fast h-8 rounded-badge px-3 text-small font-medium text-fg2 hover:text-fg aria-pressed:chosen aria-pressed:bg-s3 aria-pressed:text-fg max-sm:h-11"
        >
          {span} days
        </button>
      ))}
    </div>
  );
}

/** The days that had orders, the newest first. */
function Days({ data }: { data: Insights }) {
  const days = data.days.filter(({ orders }) => orders > 0).reverse();
  return (
    <section aria-labelledby="days" className="card overflow-hidden">
      <h2 id="days" className="px-5 py-4 text-heading max-sm:px-4">
        By day and stock
      </h2>
      {days.length === 0 ? (
        <Empty icon={Package} title="No orders in these days" />
      ) : (
        <DaysTable days={days} />
      )}
    </section>
  );
}

/** Wider than a phone. */
function DaysTable({ days }: { days: Insights['days'] }) {
  const box = useSideScroll<HTMLDivElement>(null);
  const head = 'h-9.5 px-2 text-small font-normal text-fg3 first:pl-5 last:pr-5';
  const cell = 'px-2 py-2 tabular-nums first:pl-5 last:pr-5';
  return (
    <div
      ref={box}
      tabIndex={0}
      role="group"
      aria-labelledby="days"
      className="side-scroll border-t border-line -outline-offset-2"
    >
      <table
        aria-labelledby="days"
        className="w-full min-w-140 border-collapse text-left [&_:is(th,td):nth-child(n+3)]:text-right"
      >
        <thead>
          <tr>
            <th scope="col" className={head}>
              Day
            </th>
            <th scope="col" className={head}>
              Stock
            </th>
            <th scope="col" className={head}>
              Orders
            </th>
            <th scope="col" className={head}>
              Boosts
            </th>
            <th scope="col" className={head}>
              Success
            </th>
            <th scope="col" className={head}>
              Median time
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {days.map((day) => (
            <tr key={`${day.day} ${day.stock}`}>
              <th scope="row" className={`${cell} font-medium whitespace-nowrap`}>
                {formatDay(day.day)}
              </th>
              <td className={`${cell} whitespace-nowrap text-fg2`}>{stockName(day.stock)}</td>
              <td className={cell}>{formatNumber(day.orders)}</td>
              <td className={cell}>{formatNumber(day.boosts)}</td>
              <td className={cell}>
                {day.successRate === null ? '–' : `${Math.round(day.successRate * 100)}%`}
              </td>
              <td className={cell}>{day.medianMinutes === null ? '–' : duration(day.medianMinutes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
