import { useQueries, useQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/types';
import { domainsQuery } from '../custom-domain/queries';
import { keysQuery } from '../keys/queries';
import { stockQuery } from '../stock/queries';
import { storesQuery } from '../stores/queries';
import { botQuery } from './queries';

/**
 * What the checklist of these storefronts has to know. A seller with orders has had stock and keys, and optional steps
 * are not shown to them.
 */
export function useStepAnswers(storefronts: readonly Schema<'Storefront'>[], sold: boolean) {
  const toAsk = sold ? [] : storefronts;
  const bot = useQuery({ ...botQuery, enabled: storefronts.length > 0 });
  const stock = useQueries({ queries: toAsk.map(({ guildId }) => stockQuery(guildId)) });
  const keys = useQueries({ queries: toAsk.map(({ guildId }) => keysQuery(guildId, 'all', '')) });
  const stores = useQueries({ queries: toAsk.map(({ guildId }) => storesQuery(guildId)) });
  const domains = useQuery({ ...domainsQuery, enabled: toAsk.length > 0 });
  const asked = [...stock, ...keys, ...stores, bot, ...(sold ? [] : [domains])];
  return { bot, stock, keys, stores, domains, areHere: asked.every(({ isFetched }) => isFetched) };
}
