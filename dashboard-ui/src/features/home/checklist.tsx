import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useManages } from '../members/use-manages';
import { storefrontsQuery } from '../storefront/queries';
import type { StepsProps } from './checklist-steps';
import { botQuery } from './queries';

/** Loaded once there is a storefront to set up. */
const Steps = lazy(async () => {
  const loaded = await import('./checklist-steps').catch(() => undefined);
  return { default: (props: StepsProps) => loaded && <loaded.Steps {...props} /> };
});

/** What is left to do until the shop sells by itself. Nothing once it is done, and nothing for who cannot do it. */
export function Checklist({ totalOrders }: { totalOrders: number }) {
  const { data: storefronts = [] } = useQuery(storefrontsQuery);
  const manages = useManages();
  const [first] = storefronts;
  const sold = totalOrders > 0;
  const { data: bot } = useQuery({ ...botQuery, enabled: sold && first !== undefined && manages });
  if (!first || !manages) return null;
  // Who has sold has done all that counts but, maybe, let the bot in everywhere.
  if (sold && !(bot?.hasToken && bot.storefronts.some(({ isMember }) => isMember === false))) return null;
  return (
    <Suspense>
      <Steps storefronts={storefronts} first={first} orders={totalOrders} />
    </Suspense>
  );
}
