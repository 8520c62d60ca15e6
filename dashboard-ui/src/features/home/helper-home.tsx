import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Hourglass, Package, Rocket } from 'lucide-react';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/button';
import { Empty, Failed } from '../../ui/empty';
import { figureOf } from '../../ui/figure-of';
import { Page } from '../../ui/page';
import { Skeleton } from '../../ui/skeleton';
import { StatCard } from '../../ui/stat-card';
import { Course } from '../insights/course';
import { insightsQuery } from '../insights/queries';
import { percent, summarize, type Summary } from '../insights/summary';
import { useRights } from '../members/use-rights';
import { ToDeliver, useIsToDeliverKnown } from '../orders/to-deliver';
import { ChannelProblems } from '../storefront/channel-problems';
import { storefrontsQuery } from '../storefront/queries';
import { HeldBack } from './held-back';
import { LowStock, useLowStock } from './low-stock';
import { useIsLate } from './use-is-late';

const days = 7;

export function HelperHome() {
  const { reads } = useRights();
  return reads ? <HelpedShop /> : <Ended />;
}

function Ended() {
  return (
    <Page title="Dashboard">
      <div className="card">
        <Empty
          icon={Hourglass}
          title="Your access to the storefront has ended"
          text="Whoever runs it can give it back to you. Your messages, suggestions and bug reports are still here."
        />
      </div>
    </Page>
  );
}

/** The storefront that a viewer or a manager helps in: its figures, then what needs attention. */
function HelpedShop() {
  const { manages } = useRights();
  const { data: storefronts } = useQuery(storefrontsQuery);
  const areNoticesKnown = [useIsToDeliverKnown(), useLowStock().isKnown].every(Boolean);
  const insights = useQuery(insightsQuery(days, ''));
  const { data, isError, error, refetch, isFetching } = insights;
  const isLate = useIsLate();
  const sums = data && summarize(data.days);
  const shop = storefronts?.[0]?.name;

  const figure = (pick: (sums: Summary) => number | string) => figureOf({ ...insights, data: sums }, pick);

  return (
    <Page
      title="Dashboard"
      text={
        shop && (
          <>
            How <bdi>{shop}</bdi> does.
          </>
        )
      }
      actions={<ButtonLink to={paths.insights}>Insights</ButtonLink>}
    >
      <div className="grid grid-cols-3 gap-4 max-sm:grid-cols-2 max-sm:gap-3">
        <StatCard
          iconOnPhone
          label="Orders (7 days)"
          icon={Package}
          figure={figure(({ orders }) => orders)}
          className="max-sm:col-span-2"
        />
        <StatCard
          iconOnPhone
          hot
          label="Boosts (7 days)"
          icon={Rocket}
          figure={figure(({ boosts }) => boosts)}
        />
        <StatCard
          iconOnPhone
          label="Success rate"
          icon={CircleCheck}
          figure={figure(({ successRate }) => percent(successRate))}
        />
      </div>
      <HeldBack until={areNoticesKnown || isLate}>
        <ToDeliver />
        {manages && <ChannelProblems />}
        <LowStock />
        {data ? (
          <Course data={data} />
        ) : isError ? (
          <div className="card">
            <Failed title="Figures could not be loaded" error={error} onRetry={refetch} busy={isFetching} />
          </div>
        ) : (
          <Skeleton className="h-66" />
        )}
      </HeldBack>
    </Page>
  );
}
