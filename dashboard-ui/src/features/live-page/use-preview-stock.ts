import { useQuery } from '@tanstack/react-query';
import type { Stock } from '../../frame/messages';
import { storefrontsQuery } from '../storefront/queries';
import { liveStockQuery } from './queries';

/** For a seller without a storefront. */
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

/** What the preview shows: the counts of the first storefront, or made-up ones as long as there is none. */
export function usePreviewStock(wanted: boolean): { stock: Stock; source: string } {
  const { data: storefronts } = useQuery(storefrontsQuery);
  const storefront = storefronts?.[0];
  const { data: live } = useQuery(liveStockQuery(wanted ? storefront?.guildId : undefined));
  return live
    ? { stock: live, source: `Live counts of ${storefront?.name ?? 'your storefront'}` }
    : { stock: example, source: 'Example counts' };
}
