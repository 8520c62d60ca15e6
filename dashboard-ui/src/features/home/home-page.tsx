import { useQuery } from '@tanstack/react-query';
import { Package, Rocket, TrendingUp } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import type { Schema } from '../../api/types';
import { paths } from '../../paths';
import { figureOf } from '../../ui/figure-of';
import { Page, useScreenTitle } from '../../ui/page';
import { LoadingScreen } from '../../ui/spinner';
import { StatCard } from '../../ui/stat-card';
import { ChannelProblems } from '../storefront/channel-problems';
import { FirstStorefront } from '../storefront/first-storefront';
import { useRights } from '../members/use-rights';
import { ToDeliver, useIsToDeliverKnown } from '../orders/to-deliver';
import { ActivityList } from './activity-list';
import { Checklist, useIsChecklistKnown } from './checklist';
import { HeldBack } from './held-back';
import { LowStock, useLowStock } from './low-stock';
import { OrdersChart } from './orders-chart';
import { RefusedCalls, useRefusedCalls } from './refused-calls';
import { dashboardQuery } from './queries';
import { useIsLate } from './use-is-late';

/** Loaded separately, because most users who come here are sellers. */
const HelperHome = lazy(async () => ({ default: (await import('./helper-home')).HelperHome }));

type DashboardData = Schema<'DashboardData'>;

const loading = <LoadingScreen text="Loading your dashboard..." />;

export function HomePage() {
  const dashboard = useQuery(dashboardQuery);
  const { data, isError, error, refetch, isFetching } = dashboard;
  const { owns, packs, manages } = useRights();
  useScreenTitle('Dashboard');
  if (!owns) {
    // Home of a packer is the list of waiting orders.
    if (packs && !manages)
      return <Navigate replace to={{ pathname: paths.orders, search: 'status=waiting' }} />;
    return (
      <Suspense fallback={loading}>
        <HelperHome />
      </Suspense>
    );
  }
  if (!data && !isError) return loading;

  const figure = (pick: (data: DashboardData) => number) => figureOf(dashboard, pick);
  const isNew = data?.totalOrders === 0;

  return (
    <Page title="Dashboard" text="Welcome back! Here's what's happening today.">
      <div className="grid grid-cols-3 gap-4 max-sm:grid-cols-2 max-sm:gap-3">
        <StatCard
          iconOnPhone
          label="Total Orders"
          icon={Package}
          figure={figure((data) => data.totalOrders)}
          className="max-sm:col-span-2"
        />
        <StatCard
          iconOnPhone
          hot
          label="New Orders"
          icon={TrendingUp}
          figure={figure((data) => data.newOrders)}
          subtitle="In the last hour"
        />
        <StatCard iconOnPhone label="Boosts (24h)" icon={Rocket} figure={figure((data) => data.boostsL24)} />
      </div>
      <BelowFigures isNew={isNew}>
        <OrdersChart />
        {data ? (
          <ActivityList status="ready" items={data.recentActivity} />
        ) : (
          <ActivityList status="failed" error={error} onRetry={refetch} busy={isFetching} />
        )}
        {/* Last, because where the bot is may be known much later than all else. */}
        {data && !isNew && <Checklist totalOrders={data.totalOrders} />}
      </BelowFigures>
    </Page>
  );
}

/** Notices, and what is below them: first the notices that the document can paint, then those with code of their own. */
function BelowFigures({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  const areFirstKnown = [useIsToDeliverKnown(), useLowStock().isKnown].every(Boolean);
  const areKnown = [useRefusedCalls().isKnown, useIsChecklistKnown(isNew)].every(Boolean);
  const isLate = useIsLate();
  return (
    <HeldBack until={areFirstKnown || isLate}>
      <FirstStorefront />
      <ToDeliver />
      <ChannelProblems />
      <LowStock />
      <HeldBack until={areKnown || isLate}>
        <RefusedCalls />
        {isNew && <Checklist totalOrders={0} />}
        {children}
      </HeldBack>
    </HeldBack>
  );
}
