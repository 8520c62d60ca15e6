import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useManages } from '../members/use-manages';
import { storefrontsQuery } from '../storefront/queries';
import type { StepsProps } from './checklist-steps';
import { botQuery } from './queries';

/** Loaded only if there is a storefront to set up. */
const Steps = lazy(async () => {
  const loaded = await import('./checklist-steps').catch(() => undefined);
  return { default: (props: StepsProps) => loaded && <loaded.Steps {...props} /> };
});

/** The steps that are left until the shop sells on its own. Empty once all are done, and for users who may not do them. */
export function Checklist({ totalOrders }: { totalOrders: number }) {
  const { data: storefronts = [] } = useQuery(storefrontsQuery);
  const manages = useManages();
  const [first] = storefronts;
  const sold = totalOrders > 0;
  const { data: bot } = useQuery({ ...botQuery, enabled: sold && first !== undefined && manages });
  if (!first || !manages) return null;
  // A seller with orders has done everything necessary, except perhaps inviting the bot to every server.
  if (sold && !(bot?.hasToken && bot.storefronts.some(({ isMember }) => isMember === false))) return null;
  return (
    <Suspense>
      <Steps storefronts={storefronts} first={first} orders={totalOrders} />
    </Suspense>
  );
}
