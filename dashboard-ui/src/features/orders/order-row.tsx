import { ChevronRight, Link } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../shared/format/date';
import { formatNumber } from '../../shared/format/number';
import { stockName } from '../../shared/format/words';
import { Badge } from '../../ui/badge';
import { ProgressBar, textColours } from '../../ui/progress-bar';
import { RetryLink } from '../../ui/retry-link';
import { Skeleton } from '../../ui/skeleton';
import { Truncated } from '../../ui/truncated';
import { ShopName } from '../storefront/shop-name';
import { inviteCode, listColour, shownStatus, successfulBoosts, successRate, type Order } from './order';
import type { OrderEntry } from './use-order-page';

// One line where the list is wide enough, three lines where it is not.
const columns =
  'grid @min-[53.75rem]:items-center @min-[53.75rem]:gap-x-4 ' +
  '@min-[53.75rem]:grid-cols-[minmax(0,2.4fr)_6.75rem_minmax(0,1.55fr)_minmax(4.5rem,max-content)_minmax(4.75rem,max-content)_minmax(8.25rem,1.2fr)_1rem]';
const rowClass =
  `${columns} min-h-15 w-full px-5 py-2.5 text-left max-sm:px-4 ` +
  '@max-[53.75rem]:grid-cols-[1fr_minmax(4.75rem,max-content)_minmax(5.25rem,max-content)] cramped:block @max-[53.75rem]:gap-x-2 @max-[53.75rem]:gap-y-3 @max-[53.75rem]:py-4';

export function OrderHead() {
  return (
    <div
      aria-hidden
      className={`h-9.5 border-b border-line bg-table-head px-5 text-small text-fg3 @max-[53.75rem]:hidden ${columns}`}
    >
      <span>Order</span>
      <span>Status</span>
      <span>Stock type</span>
      <span className="text-right">Requested</span>
      <span className="text-right">Successful</span>
      <span className="text-right">Success rate</span>
    </div>
  );
}

/** The element id of an order's row. */
export const rowId = (orderId: string) => `order-${orderId}`;

/** The whole row opens the order. */
export function OrderRow({ entry, onOpen }: { entry: OrderEntry; onOpen: (orderId: string) => void }) {
  return (
    <li id={rowId(entry.orderId)}>
      {entry.status === 'failed' ? (
        <div className={`${rowClass} @min-[53.75rem]:pr-4`}>
          <Identity entry={entry} />
          <p className="col-span-3 text-small text-red">This order could not be loaded</p>
          <div className="col-span-3 justify-self-end px-2 py-1">
            <RetryLink retry={entry.retry} busy={entry.busy} />
          </div>
        </div>
      ) : (
        <button
          type="button"
          onClick={() => onOpen(entry.orderId)}
          // A press may begin on the skeleton and end on what has replaced it, which would be no click. Without
          // pointer events both belong to the row.
          className={`${rowClass} hover-fast -outline-offset-2 hover:bg-s2 ${entry.status === 'loading' ? '*:pointer-events-none' : ''}`}
        >
          <Identity entry={entry} />
          {entry.status === 'ready' ? <Details order={entry.order} /> : <DetailsSkeleton />}
        </button>
      )}
    </li>
  );
}

function Identity({ entry }: { entry: OrderEntry }) {
  return (
    <span className="flex min-w-0 flex-col @max-[53.75rem]:col-span-2">
      <span className="mono font-medium break-all">{entry.orderId}</span>
      <span className="flex min-w-0 text-small text-fg3">
        {entry.createdAt && <span className="shrink-0 tabular-nums">{formatDateTime(entry.createdAt)}</span>}
        {entry.status === 'ready' && <ShopName guildId={entry.order.BBGuildID} />}
      </span>
    </span>
  );
}

function Details({ order }: { order: Order }) {
  const colour = listColour(order);
  const rate = Math.round(successRate(order));
  return (
    <>
      <span className="flex @max-[53.75rem]:self-start @max-[53.75rem]:justify-self-end">
        <Badge status={shownStatus(order)} />
      </span>
      <span className="flex min-w-0 flex-col">
        <Truncated text={stockName(order.stock)} />
        <span className="flex min-w-0 items-center gap-1.5 text-small text-fg3">
          <Link aria-hidden size={13} strokeWidth={1.75} className="shrink-0" />
          <span className="truncate" title={order.invite}>
            {inviteCode(order.invite)}
          </span>
        </span>
      </span>
      <Amount label="Requested">{formatNumber(order.amount)}</Amount>
      <Amount label="Successful">{formatNumber(successfulBoosts(order))}</Amount>
      <span className="flex items-center gap-3 @max-[53.75rem]:col-span-3">
        <ProgressBar percent={rate} colour={colour} label="Success rate" className="flex-1" />
        <span className={`min-w-10 text-right font-medium tabular-nums ${textColours[colour]}`}>{rate}%</span>
      </span>
      <ChevronRight aria-hidden size={16} strokeWidth={1.75} className="text-fg3 @max-[53.75rem]:hidden" />
    </>
  );
}

function Amount({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="flex flex-col text-right font-medium tabular-nums">
      {children}
      <span className="text-small font-normal text-fg3 @min-[53.75rem]:sr-only">{label}</span>
    </span>
  );
}

/** Placeholder rows while not even the ids are known. */
export function OrderRowsSkeleton({ rows }: { rows: number }) {
  return (
    <div role="status" aria-busy="true" aria-label="Loading">
      <OrderHead />
      <ul aria-hidden className="divide-y divide-line">
        {Array.from({ length: rows }, (_, row) => (
          <li key={row}>
            <div className={rowClass}>
              <TwoLines first="w-54" second="w-30" className="@max-[53.75rem]:col-span-2" />
              <DetailsSkeleton />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function DetailsSkeleton() {
  return (
    <>
      <Skeleton className="h-5.5 w-24 max-w-full @max-[53.75rem]:self-start" />
      <TwoLines first="w-28" second="w-20" />
      <TwoLines first="w-7" second="w-14 @min-[53.75rem]:hidden" className="items-end" />
      <TwoLines first="w-7" second="w-14 @min-[53.75rem]:hidden" className="items-end" />
      <span className="flex h-5 items-center @max-[53.75rem]:col-span-3">
        <Skeleton className="h-3 w-full" />
      </span>
    </>
  );
}

type TwoLinesProps = { first: string; second: string; className?: string };

/** As high as a line of text over a small one. */
function TwoLines({ first, second, className = '' }: TwoLinesProps) {
  return (
    <span className={`flex h-9.5 min-w-0 flex-col justify-center gap-2 ${className}`}>
      <Skeleton className={`h-3 max-w-full ${first}`} />
      <Skeleton className={`h-2.5 max-w-full ${second}`} />
    </span>
  );
}
