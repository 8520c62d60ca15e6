import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { errorMessage } from '../../api/client';
import { formatCount } from '../../shared/format/number';
import { Age } from '../../ui/age';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Empty, Failed } from '../../ui/empty';
import { Facts } from '../../ui/facts';
import { LoadMore } from '../../ui/load-more';
import { useModal } from '../../ui/modal';
import { SkeletonRows } from '../../ui/skeleton';
import { toast } from '../../ui/toast';
import { deliveriesQuery, redeliver, type Delivery, type Endpoint } from './queries';

/** The events that were sent to an endpoint in the last 30 days, and their outcomes. */
export function DeliveriesDialog({ endpoint, onClosed }: { endpoint: Endpoint; onClosed: () => void }) {
  const modal = useModal(onClosed);
  const list = useInfiniteQuery(deliveriesQuery(endpoint.id));
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries);
  return (
    <Dialog
      modal={modal}
      width={720}
      title="Deliveries"
      subtitle={<span className="wrap-anywhere">{endpoint.url}</span>}
    >
      <div aria-busy={list.isFetching} className="card overflow-hidden">
        {deliveries ? (
          deliveries.length > 0 ? (
            <ul aria-label="Deliveries" className="divide-y divide-line">
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} endpoint={endpoint} delivery={delivery} />
              ))}
            </ul>
          ) : (
            <Empty icon={Inbox} title="Nothing yet" text="What is sent here stays listed for 30 days" />
          )
        ) : list.isError ? (
          <Failed
            title="The deliveries could not be loaded"
            error={list.error}
            onRetry={list.refetch}
            busy={list.isFetching}
          />
        ) : (
          <SkeletonRows rows={4} />
        )}
        <LoadMore list={list} count={deliveries?.length} noun="event" />
      </div>
    </Dialog>
  );
}

function DeliveryRow({ endpoint, delivery }: { endpoint: Endpoint; delivery: Delivery }) {
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => redeliver(delivery.id),
    onSuccess: ({ message }) => {
      toast(message);
      void queries.invalidateQueries({ queryKey: deliveriesQuery(endpoint.id).queryKey });
    },
    onError: (error) => toast.error(errorMessage(error, 'Failed to deliver it again')),
  });
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2.5">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="mono">{delivery.event}</span>
          <Badge status={delivery.state} />
        </p>
        <Facts>
          <Age time={delivery.at} />
          <span className="whitespace-nowrap">{formatCount(delivery.attempts, 'attempt')}</span>
          {delivery.status !== null && <span className="tabular-nums">{delivery.status}</span>}
          {delivery.error && <span className="text-red">{delivery.error}</span>}
        </Facts>
      </div>
      <Button
        size="sm"
        aria-label={`Redeliver ${delivery.event}`}
        busy={again.isPending}
        onClick={() => again.mutate()}
      >
        Redeliver
      </Button>
    </li>
  );
}
