import { lazy, Suspense, useSyncExternalStore, type ComponentType } from 'react';
import type { Notices } from '../../shared/notices';
import { mentionNotices } from '../chat/mention-notices';
import { useRights } from '../members/use-rights';
import { orderNotices } from '../orders/order-notices';

/** Loaded once notifications are turned on. If that fails, there are none. */
const late = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch(() => () => null) }));

const OrderNotices = late(async () => (await import('../orders/tell-of-orders')).TellOfOrders);
const MentionNotices = late(async () => (await import('../chat/tell-of-mentions')).TellOfMentions);

/** Shows notifications about orders and mentions if the user has turned them on, which most never do. */
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
