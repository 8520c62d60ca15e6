import { lazy, Suspense, useSyncExternalStore, type ComponentType } from 'react';
import type { Notices } from '../../shared/notices';
import { mentionNotices } from '../chat/mention-notices';
import { useRights } from '../members/use-rights';
import { orderNotices } from '../orders/order-notices';

/** Its code comes once somebody wants to be told. A browser that cannot have it tells of nothing. */
const late = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch(() => () => null) }));

const OrderNotices = late(async () => (await import('../orders/tell-of-orders')).TellOfOrders);
const MentionNotices = late(async () => (await import('../chat/tell-of-mentions')).TellOfMentions);

/** Tells of orders and mentions where the user has asked for it; most never do. */
export function OwnNotices() {
  const { packs } = useRights();
  return (
    <Suspense>
      {useIsOn(orderNotices) && packs && <OrderNotices />}
      {useIsOn(mentionNotices) && <MentionNotices />}
    </Suspense>
  );
}

const useIsOn = ({ subscribe, state }: Notices) => useSyncExternalStore(subscribe, state) === 'on';
