import { Package, Rocket, TrendingUp } from 'lucide-react';
import { Page } from '../../ui/page';
import { Skeleton, SkeletonRows } from '../../ui/skeleton';
import { StatCard } from '../../ui/stat-card';

const figures = [
  { label: 'Total Orders', icon: Package },
  { label: 'New Orders', icon: TrendingUp },
  { label: 'Boosts (24h)', icon: Rocket },
];

/** The first screen before it is there: figures, chart and activity in their places. */
export function HomeSkeleton() {
  return (
    <Page title="Dashboard" text="Welcome back! Here's what's happening today.">
      <p role="status" className="sr-only">
        Loading your dashboard...
      </p>
      <div aria-hidden className="contents">
        <div className="grid grid-cols-3 gap-4 max-sm:grid-cols-2 max-sm:gap-3">
          {figures.map(({ label, icon }, place) => (
            <StatCard
              key={label}
              iconOnPhone
              label={label}
              icon={icon}
              figure={{ status: 'loading' }}
              {...(place === 0 ? { className: 'max-sm:col-span-2' } : {})}
            />
          ))}
        </div>
        <div className="card flex flex-col gap-4 px-5 py-4">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-44 rounded-control!" />
        </div>
        <div className="card overflow-hidden">
          <SkeletonRows rows={6} tile />
        </div>
      </div>
    </Page>
  );
}
