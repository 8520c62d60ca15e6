/**
 * The requests of the shell and Home, and how every screen's loader sends its own. The document itself has already
 * sent most of them (`first-questions.ts`); `loaders.ts` has those of the other screens. Apart from Home's first load
 * nothing here waits for answers: each screen has its own loading and error states.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunction } from 'react-router';
import { askForRestOfHome, takeHome } from './api/asked-early';
import { startLiveUpdates } from './api/live-updates';
import { sessionToken } from './api/session';
import { userQuery } from './features/auth/queries';
import { isTokenHandedOver } from './features/auth/token-handoff';
import { dashboardQuery, ordersPerDayQuery } from './features/home/queries';
import { helpingQuery } from './features/members/queries';
import { orderCountsQuery } from './features/orders/counts/queries';
import { stockQuery } from './features/stock/queries';
import { storefrontsQuery } from './features/storefront/queries';
import { refusedCallsQuery } from './features/stores/queries';

/** The longest time, in milliseconds, that the first load of Home may wait: with an empty page, and with a painted one. */
const longest = { empty: 300, painted: 3000 };
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** Without a session, or while it is undecided which one to use, nothing is requested. */
const isKnown = () => sessionToken() !== '' && !isTokenHandedOver();

/** Sends the requests once the event stream is open, so that no change is missed. */
async function onceHeard(queries: QueryClient, ask: () => unknown) {
  if (!isKnown()) return;
  await startLiveUpdates(queries);
  if (isKnown()) await ask();
}

/** Makes a loader that sends its screen's requests. */
export const starter =
  (queries: QueryClient) =>
  (ask: (params: URLSearchParams) => unknown): LoaderFunction =>
  ({ request }) => {
    void onceHeard(queries, () => ask(new URL(request.url).searchParams));
    return null;
  };

export function createFirstLoaders(queries: QueryClient) {
  let isPainted = document.getElementById('root')?.hasChildNodes() === true;
  return {
    shell: (() => {
      if (isKnown()) {
        void startLiveUpdates(queries);
        void queries.prefetchQuery(userQuery);
      }
      return null;
    }) satisfies LoaderFunction,
    home: (() => {
      const wait = isPainted ? longest.painted : longest.empty;
      const isHere = takeHome() || isPainted;
      isPainted = false;
      const asked = onceHeard(queries, async () => {
        // If the event stream was late, the screen has already sent the requests itself.
        if (!queries.getQueryState(storefrontsQuery.queryKey)) askForRestOfHome();
        await Promise.all([
          queries.prefetchQuery(dashboardQuery),
          queries.prefetchQuery(ordersPerDayQuery),
          queries.prefetchQuery(storefrontsQuery),
          queries.prefetchQuery(orderCountsQuery),
          queries.prefetchQuery(helpingQuery),
        ]);
        const shops = (isHere && queries.getQueryData(storefrontsQuery.queryKey)) || [];
        const owns = queries.getQueryData(helpingQuery.queryKey)?.role === null;
        await Promise.all([
          ...shops.map(({ guildId }) => queries.prefetchQuery(stockQuery(guildId))),
          ...(owns && shops.length > 0 ? [queries.prefetchQuery(refusedCallsQuery)] : []),
        ]);
      });
      // If all data is here, waits for it, so that the screen is drawn only once.
      return isHere ? Promise.race([asked, pause(wait)]).then(() => null) : null;
    }) satisfies LoaderFunction,
  };
}
