import { formatNumber } from '../../shared/format/number';
import { Age } from '../../ui/age';
import type { Health } from './queries';

type Waiting = { label: string; hint: string; count: number; retrying?: number; oldest?: string | null };

function rowsOf({ orders, announcements, eventDeliveries, unresolvedInvites, domains }: Health): Waiting[] {
  return [
    {
      label: 'Orders to be delivered',
      hint: 'By a worker or a service',
      count: orders.waiting + orders.underWay,
      retrying: orders.retrying,
      oldest: orders.oldest,
    },
    { label: 'Orders for sellers to deliver', hint: 'By their own hands', count: orders.byHand },
    { label: 'Orders for sellers to decide', hint: 'A service gave them up', count: orders.givenUp },
    {
      label: 'Announcements',
      hint: 'For log channels',
      count: announcements.waiting,
      retrying: announcements.retrying,
      oldest: announcements.oldest,
    },
    {
      label: 'Events',
      hint: "For sellers' services",
      count: eventDeliveries.waiting,
      retrying: eventDeliveries.retrying,
      oldest: eventDeliveries.oldest,
    },
    { label: 'Invites', hint: 'To be asked of the chat platform', count: unresolvedInvites },
    { label: 'Domains', hint: 'To be pointed here', count: domains.pending },
  ];
}

/** How much work of each kind is waiting, and since when. */
export function WaitingRows({ health }: { health: Health }) {
  return (
    <section aria-labelledby="waiting" className="card overflow-hidden">
      <h2 id="waiting" className="border-b border-line px-5 py-4 text-heading max-sm:px-4">
        What waits
      </h2>
      <ul className="divide-y divide-line">
        {rowsOf(health).map(({ label, hint, count, retrying, oldest }) => (
          <li key={label} className="flex items-center justify-between gap-4 px-5 py-3 max-sm:px-4">
            <div className="min-w-0">
              <p className="font-medium">{label}</p>
              <p className="text-small text-fg3">{hint}</p>
            </div>
            <div className="text-right tabular-nums">
              <p className={count > 0 ? 'font-medium' : 'text-fg3'}>{formatNumber(count)}</p>
              <p className="text-small text-fg3">
                {retrying ? <span className="text-amber">{formatNumber(retrying)} tried before</span> : null}
                {retrying && oldest ? ' · ' : null}
                {oldest && (
                  <>
                    oldest <Age time={oldest} />
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
