import { useQuery } from '@tanstack/react-query';
import { ShieldBan } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../shared/format/date';
import { formatCount } from '../../shared/format/number';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { FailedLine } from '../../ui/empty';
import { Link } from '../../ui/link';
import { useAddress } from '../../ui/use-address';
import { blocklistQuery } from '../blocklist/queries';
import { useManages } from '../members/use-manages';
import { BlockDialog } from './block-dialog';
import { blockable, blockWords, isBlocked } from './blocking';
import { wholly } from './narrowing';
import { listedStatus, type Order } from './order';
import { InfoItem } from './order-info';
import { ordersOfQuery } from './queries';

/** A change of the blocklist is announced by an event, so it need not be refetched for each order that is looked at. */
const blocklistStaysFor = 5 * 60_000;

/** How many other orders are drawn; the list shows all of them. */
const drawn = 5;

/** The customer: what they entered, whether they are blocked, and their other orders. */
export function Customer({ order }: { order: Order }) {
  const { email, displayname, bio, avatar, banner } = order.customer;
  const rows: [string, string | null][] = [
    ['Email', email],
    ['Display name', displayname],
    ['Bio', bio],
    ['Avatar', avatar],
    ['Banner', banner],
  ];
  const given = rows.flatMap(([label, value]) => (value ? [{ label, value }] : []));
  if (given.length === 0) return null;
  return (
    <section aria-label="Customer" className="flex flex-col gap-2.5">
      <header className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-medium">Customer</h3>
        <Blocking order={order} />
      </header>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-tall border border-line bg-line max-sm:grid-cols-1">
        {given.map(({ label, value }) => (
          <InfoItem
            key={label}
            label={label}
            value={value}
            wide={given.length % 2 === 1 && label === given.at(-1)?.label}
          />
        ))}
      </dl>
      <OtherOrders order={order} />
    </section>
  );
}

/** Shows what of the customer is blocked, and a button to block more. Only for users who manage the shop. */
function Blocking({ order }: { order: Order }) {
  const manages = useManages();
  const {
    data: blocks,
    isFetched,
    refetch,
    isFetching,
  } = useQuery({ ...blocklistQuery, enabled: manages, staleTime: blocklistStaysFor });
  const [asking, setAsking] = useState(false);
  if (manages && isFetched && !blocks) {
    return <FailedLine title="The blocklist could not be loaded" onRetry={refetch} busy={isFetching} />;
  }
  if (!manages || !blocks) return null;
  const all = blockable(order);
  const blocked = all.filter((one) => isBlocked(one, blocks));
  const open = all.filter((one) => !isBlocked(one, blocks));
  return (
    <>
      {blocked.length > 0 && (
        <p className="text-small text-amber">
          Blocked: {blocked.map(({ kind }) => blockWords[kind].toLowerCase()).join(' and ')}
        </p>
      )}
      {open.length > 0 && (
        <Button
          size="sm"
          className="ml-auto"
          icon={<ShieldBan aria-hidden size={14} strokeWidth={1.75} />}
          onClick={() => setAsking(true)}
        >
          Block
        </Button>
      )}
      {asking && <BlockDialog orderId={order.orderId} choices={open} onClosed={() => setAsking(false)} />}
    </>
  );
}

/** Orders with the same email, newest first. Empty if there are none. */
function OtherOrders({ order }: { order: Order }) {
  const { searchFor } = useAddress();
  const { data, isFetched, refetch, isFetching } = useQuery(ordersOfQuery(order.email));
  const others = (data?.orders ?? []).filter(({ orderId }) => orderId !== order.orderId);
  if (isFetched && !data) {
    return <FailedLine title="Other orders could not be loaded" onRetry={refetch} busy={isFetching} />;
  }
  if (!data || others.length === 0) return null;
  const more = others.length > drawn || data.total > data.orders.length;
  return (
    <section aria-label="Other orders" className="flex flex-col gap-2">
      <h4 className="text-small font-medium text-fg2">
        {more ? 'Other orders of this customer' : formatCount(others.length, 'other order')}
      </h4>
      <ul className="divide-y divide-line rounded-control border border-line bg-bg">
        {others.slice(0, drawn).map((other) => (
          <li
            key={other.orderId}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-small text-fg2"
          >
            <Link
              to={{ search: searchFor({ order: other.orderId }) }}
              preventScrollReset
              className="hit-44 mono rounded-badge text-pink-text hover:underline"
            >
              {other.orderId}
            </Link>
            <Badge status={listedStatus(other)} />
            <span className="ml-auto text-fg3">
              {formatCount(other.amount, 'boost')}, {formatDateTime(other.createdAt)}
            </span>
          </li>
        ))}
      </ul>
      {more && (
        <Link
          to={{ pathname: paths.orders, search: new URLSearchParams({ q: wholly(order.email) }).toString() }}
          className="hit-44 self-start rounded-badge text-small font-medium text-pink-text hover:underline print:hidden"
        >
          Show all
        </Link>
      )}
    </section>
  );
}
