import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Shown, Stock } from '../../frame/messages';
import { storefrontsQuery } from '../storefront/queries';
import { liveStockQuery } from './queries';

/** For sellers without a storefront. */
const example: Stock = {
  embedColor: '#ff82be',
  oneMonthNitroTokens: 128,
  oneMonthServerBoosts: 256,
  threeMonthNitroTokens: 42,
  threeMonthServerBoosts: 84,
  storeLink: 'https://example.com',
  discordLink: 'https://example.com/community',
  embedFooter: 'Restocked every evening',
};

/** The data of the preview: the counts of the first storefront, or made-up ones if there is none. */
export function usePreviewStock(wanted: boolean): { shown: Shown; source: string } {
  const [opened] = useState(() => Date.now());
  const { data: storefronts } = useQuery(storefrontsQuery);
  const storefront = storefronts?.[0];
  const { data: live, dataUpdatedAt } = useQuery(liveStockQuery(wanted ? storefront?.guildId : undefined));
  const name = storefront?.name ?? 'Your shop';
  const shop = storefront?.logo ? { name, logo: storefront.logo } : { name };
  return live
    ? { shown: { stock: live, shop, updatedAt: dataUpdatedAt }, source: `Live counts of ${name}` }
    : { shown: { stock: example, shop, updatedAt: opened }, source: 'Example counts' };
}
