import { useQuery } from '@tanstack/react-query';
import { CircleCheck, MessageSquare, Package, Send, TriangleAlert } from 'lucide-react';
import { ApiError } from '../../api/client';
import { Empty, Failed } from '../../ui/empty';
import { figureOf } from '../../ui/figure-of';
import { Age } from '../../ui/age';
import { Page } from '../../ui/page';
import { SkeletonRows } from '../../ui/skeleton';
import { StatCard } from '../../ui/stat-card';
import { RequireAdmin } from '../activity-log/require-admin';
import { useUser } from '../auth/require-user';
import { MachineFacts } from './machine-facts';
import { healthQuery, type Health } from './queries';
import { troublesOf, type Trouble } from './troubles';
import { WaitingRows } from './waiting-rows';

/** For the operator of the product: what is waiting or failing, and since when. */
export function HealthPage() {
  const { admin } = useUser();
  const health = useQuery({ ...healthQuery, enabled: admin });
  const { error, isError, refetch, isFetching } = health;
  // A server that does not answer must not be shown as healthy because of its last answer.
  const data = isError ? undefined : health.data;
  const troubles = data && troublesOf(data);
  const figure = (pick: (health: Health) => number) => figureOf({ ...health, data }, pick);

  return (
    <RequireAdmin refused={error instanceof ApiError && error.status === 403}>
      <Page title="Health" text="What waits, what fails, and since when.">
        <div className="grid grid-cols-4 gap-4 max-lg:grid-cols-2 max-sm:gap-3">
          <StatCard
            hot
            label="Fails now"
            icon={TriangleAlert}
            figure={figure((health) => troublesOf(health).length)}
          />
          <StatCard
            label="Orders waiting"
            icon={Package}
            figure={figure(({ orders }) => orders.waiting + orders.underWay)}
          />
          <StatCard
            label="To say in chat"
            icon={MessageSquare}
            figure={figure(({ announcements }) => announcements.waiting)}
          />
          <StatCard
            label="Events to send"
            icon={Send}
            figure={figure(({ eventDeliveries }) => eventDeliveries.waiting)}
          />
        </div>
        <section aria-labelledby="failing" aria-busy={!data && !isError} className="card overflow-hidden">
          <h2 id="failing" className="border-b border-line px-5 py-4 text-heading max-sm:px-4">
            What fails
          </h2>
          {troubles ? (
            troubles.length > 0 ? (
              <ul className="divide-y divide-line">
                {troubles.map((trouble) => (
                  <TroubleRow key={trouble.id} trouble={trouble} />
                ))}
              </ul>
            ) : (
              <Empty icon={CircleCheck} title="Nothing fails" text="Whatever does will stand here." />
            )
          ) : isError ? (
            <Failed title="Health could not be loaded" error={error} onRetry={refetch} busy={isFetching} />
          ) : (
            <SkeletonRows rows={3} tile />
          )}
        </section>
        {data && (
          <>
            <WaitingRows health={data} />
            <MachineFacts health={data} />
          </>
        )}
      </Page>
    </RequireAdmin>
  );
}

function TroubleRow({ trouble: { title, about, why, since, timed } }: { trouble: Trouble }) {
  return (
    <li className="flex items-start gap-3.5 px-5 py-3.5 max-sm:px-4">
      <span className="tint flex size-9 shrink-0 items-center justify-center rounded-control text-red">
        <TriangleAlert aria-hidden size={18} strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        {why && <p className="text-small wrap-anywhere text-fg2">{why}</p>}
        {about && <p className="text-small wrap-anywhere text-fg3">{about}</p>}
      </div>
      {since && (
        <p className="text-right text-small text-fg3">
          <span className="block">{timed}</span>
          <Age time={since} className="text-fg2" />
        </p>
      )}
    </li>
  );
}
