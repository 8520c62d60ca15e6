/**
 * What the shell and Home ask for first, and how every screen asks. The document itself has asked most of it already
 * (`first-questions.ts`). `loaders.ts` has the others, which come with their screens. Nothing waits here for what is not there yet:
 * a screen has its own words and shapes for what is on its way, and its own for what failed.
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

/** However slow the phone is, and whatever was lost on the way: nobody looks at an empty page for longer, or at one that was painted. */
const longest = { empty: 300, painted: 3000 };
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** Without a session, or while it is not decided which one, nobody is asked for anything. */
const isKnown = () => sessionToken() !== '' && !isTokenHandedOver();

/** Asks as soon as no change can be missed any more. */
async function onceHeard(queries: QueryClient, ask: () => unknown) {
  if (!isKnown()) return;
  await startLiveUpdates(queries);
  if (isKnown()) await ask();
}

/** A loader that asks for what its screen shows. */
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
        // Where the line came late, the screen has asked by itself.
        if (!queries.getQueryState(storefrontsQuery.queryKey)) askForRestOfHome();
        await Promise.all([
          queries.prefetchQuery(dashboardQuery),
          queries.prefetchQuery(ordersPerDayQuery),
          queries.prefetchQuery(storefrontsQuery),
          queries.prefetchQuery(orderCountsQuery),
          queries.prefetchQuery(helpingQuery),
        ]);
        const shops = (isHere && queries.getQueryData(storefrontsQuery.queryKey)) || [];
        await Promise.all(shops.map(({ guildId }) => queries.prefetchQuery(stockQuery(guildId))));
      });
      // Nothing has to be sent for: the screen is drawn once, with all of it.
      return isHere ? Promise.race([asked, pause(wait)]).then(() => null) : null;
    }) satisfies LoaderFunction,
  };
}
