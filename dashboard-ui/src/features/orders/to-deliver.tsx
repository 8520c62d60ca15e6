import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { formatNumber } from '../../shared/format/number';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/button';
import { useRights } from '../members/use-rights';
import { orderCountsQuery } from './counts/queries';

/** Home's note that orders wait for the seller. Empty if none do. */
export function ToDeliver() {
  const { packs } = useRights();
  const waiting = useQuery(orderCountsQuery).data?.waiting;
  if (!waiting) return null;
  return (
    <section aria-label="To deliver" className="card flex flex-wrap items-center gap-3 px-5 py-4 max-sm:px-4">
      <span className="tint grid size-9 shrink-0 place-items-center rounded-control text-amber">
        <Hourglass aria-hidden size={18} strokeWidth={1.75} />
      </span>
      <p className="min-w-0 flex-1 font-medium">
        {waiting === 1 ? '1 order waits' : `${formatNumber(waiting)} orders wait`}
        {packs ? ' for you' : ' to be delivered'}
      </p>
      <ButtonLink
        kind={packs ? 'primary' : 'secondary'}
        to={{ pathname: paths.orders, search: 'status=waiting' }}
      >
        {packs ? 'Deliver' : 'Look'}
      </ButtonLink>
    </section>
  );
}

export const useIsToDeliverKnown = () => useQuery(orderCountsQuery).isFetched;

/** The number of waiting orders, in the sidebar. */
export function ToDeliverCount() {
  const waiting = useQuery(orderCountsQuery).data?.waiting;
  if (!waiting) return null;
  return (
    <span className="rounded-full bg-pink px-1.5 text-caption font-semibold text-on-pink tabular-nums">
      {formatNumber(waiting)}
      <span className="sr-only"> to deliver</span>
    </span>
  );
}
