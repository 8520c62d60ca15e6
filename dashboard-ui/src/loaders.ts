/** The first requests of each screen but Home, sent while its code loads. `first-loaders.ts` decides when. */
import type { QueryClient } from '@tanstack/react-query';
import { readLogFilter } from './features/activity-log/log-filter';
import { logsQuery } from './features/activity-log/queries';
import { userQuery } from './features/auth/queries';
import { blocklistQuery } from './features/blocklist/queries';
import { roomQuery } from './features/chat/queries';
import { domainsQuery } from './features/custom-domain/queries';
import { deliveryTextQuery } from './features/delivery-text/queries';
import { apiKeysQuery, endpointsQuery } from './features/developers/queries';
import { bugReportsQuery } from './features/feedback/bug-reports/queries';
import { suggestionsQuery } from './features/feedback/suggestions/queries';
import { fulfilmentQuery } from './features/fulfilment/queries';
import { healthQuery } from './features/health/queries';
import { chosenSpan, insightsQuery } from './features/insights/queries';
import { readKeyAddress } from './features/keys/key-address';
import { keysQuery } from './features/keys/queries';
import { codeQuery } from './features/live-page/queries';
import { helpingQuery, membersQuery } from './features/members/queries';
import { rightsOf, type Rights } from './features/members/use-rights';
import { prefetchOrderPage } from './features/orders/listed-orders';
import { readPageAddress } from './features/orders/page-address';
import { readNarrowing } from './features/orders/narrowing';
import { sessionsQuery, settingsQuery } from './features/settings/queries';
import { stockQuery } from './features/stock/queries';
import { chosenGuild, chosenStorefront, storefrontsQuery } from './features/storefront/queries';
import { readCallFilter } from './features/stores/call-filter';
import { storeCallsQuery, storesQuery } from './features/stores/queries';
import { starter } from './first-loaders';

export function createLoaders(queries: QueryClient, chatHost: string) {
  const start = starter(queries);

  async function withStorefront(params: URLSearchParams, ask: (guildId: string) => unknown) {
    const storefronts = await queries.ensureQueryData(storefrontsQuery).catch(() => []);
    const storefront = chosenStorefront(storefronts, params);
    if (storefront) ask(storefront.guildId);
  }

  async function withAdmin(ask: () => unknown) {
    const user = await queries.ensureQueryData(userQuery).catch(() => undefined);
    if (user?.admin) ask();
  }

  async function withRights(may: (rights: Rights) => boolean, ask: () => unknown) {
    const helping = await queries.ensureQueryData(helpingQuery).catch(() => undefined);
    if (helping && may(rightsOf(helping.role))) ask();
  }

  /** Only for sellers, not for helpers. */
  const withSeller = (ask: () => unknown) => withRights(({ owns }) => owns, ask);
  const withManager = (ask: () => unknown) => withRights(({ manages }) => manages, ask);

  return {
    orders: start((params) => {
      const { page, size } = readPageAddress(params);
      const known = queries.getQueryData(storefrontsQuery.queryKey);
      void queries.prefetchQuery(storefrontsQuery);
      return prefetchOrderPage(queries, page, size, readNarrowing(params, known));
    }),
    insights: start((params) => {
      const guildId = chosenGuild(params, queries.getQueryData(storefrontsQuery.queryKey));
      void queries.prefetchQuery(insightsQuery(chosenSpan(params), guildId));
      void queries.prefetchQuery(storefrontsQuery);
    }),
    suggestions: start(() => queries.prefetchInfiniteQuery(suggestionsQuery)),
    bugReports: start(() => queries.prefetchInfiniteQuery(bugReportsQuery)),
    chat: start(() => queries.prefetchQuery(roomQuery(chatHost))),
    customDomain: start(() => queries.prefetchQuery(domainsQuery)),
    livePage: start(() => {
      void queries.prefetchQuery(codeQuery);
      void queries.prefetchQuery(storefrontsQuery);
    }),
    health: start(() => withAdmin(() => queries.prefetchQuery(healthQuery))),
    activityLog: start((params) =>
      withAdmin(() => queries.prefetchInfiniteQuery(logsQuery(readLogFilter(params)))),
    ),
    settings: start(() => {
      void queries.prefetchQuery(settingsQuery);
      void withManager(() => queries.prefetchQuery(deliveryTextQuery));
      void withSeller(() => queries.prefetchQuery(domainsQuery));
      void queries.prefetchQuery(sessionsQuery);
    }),
    storefront: start(() => queries.prefetchQuery(storefrontsQuery)),
    stock: start((params) => withStorefront(params, (guildId) => queries.prefetchQuery(stockQuery(guildId)))),
    blocklist: start(() => queries.prefetchQuery(blocklistQuery)),
    helpers: start((params) =>
      withStorefront(params, (guildId) => queries.prefetchQuery(membersQuery(guildId))),
    ),
    developers: start(() => {
      void queries.prefetchQuery(endpointsQuery);
      void queries.prefetchQuery(apiKeysQuery);
    }),
    keys: start((params) =>
      withStorefront(params, (guildId) => {
        const { filter, cursor, search } = readKeyAddress(params);
        return queries.prefetchQuery(keysQuery(guildId, filter, cursor, search));
      }),
    ),
    stores: start((params) =>
      withStorefront(params, (guildId) => queries.prefetchQuery(storesQuery(guildId))),
    ),
    inbox: start((params) =>
      withStorefront(params, (guildId) =>
        queries.prefetchInfiniteQuery(storeCallsQuery(guildId, readCallFilter(params))),
      ),
    ),
    fulfilment: start((params) =>
      withStorefront(params, (guildId) => queries.prefetchQuery(fulfilmentQuery(guildId))),
    ),
  };
}
