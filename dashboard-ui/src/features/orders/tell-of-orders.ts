import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { stockName } from '../../shared/format/words';
import { paths } from '../../paths';
import { isSettled, type Order } from './order';
import { orderNotices } from './order-notices';
import { orderPageQuery, orderQuery } from './queries';

/** More orders than are expected between two fetches of the list. */
const newest = 20;

/** Shows a browser notification for each new order that waits for the seller, while the page does not have the focus. */
export function TellOfOrders() {
  const { data } = useQuery({ ...orderPageQuery(1, newest), refetchOnWindowFocus: false });
  const queries = useQueryClient();
  const navigate = useNavigate();
  const known = useRef<Set<string>>(undefined);

  const tell = useEffectEvent(async (orderId: string) => {
    const order = await queries.fetchQuery(orderQuery(orderId)).catch(() => undefined);
    if (!order || isSettled(order) || order.pending.length === 0 || document.hasFocus()) return;
    const options = { body: summary(order), tag: orderId };
    orderNotices.show('Order to deliver', options, () => void navigate(paths.orderDialog(orderId)));
  });

  useEffect(() => {
    if (!data) return;
    const before = known.current;
    known.current = new Set([...(before ?? []), ...data.folders]);
    // The first load only learns what is already there.
    if (before) for (const orderId of data.folders) if (!before.has(orderId)) void tell(orderId);
  }, [data]);
  return null;
}

const summary = ({ orderId, amount, stock }: Order) => `${amount} boosts · ${stockName(stock)} · ${orderId}`;
