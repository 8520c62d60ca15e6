/**
 * What the shell and Home ask for first, and how every screen asks. The document itself has asked most of it already
 * (`first-questions.ts`). `loaders.ts` has the others, which come with their screens. Nothing waits for it here: a screen has its
 * own words and shapes for what is on its way, and its own for what failed.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunction } from 'react-router';
import { startLiveUpdates } from './api/live-updates';
import { sessionToken } from './api/session';
import { userQuery } from './features/auth/queries';
import { isTokenHandedOver } from './features/auth/token-handoff';
import { dashboardQuery, ordersPerDayQuery } from './features/home/queries';
import { storefrontsQuery } from './features/storefront/queries';

/** Without a session, or while it is not decided which one, nobody is asked for anything. */
const isKnown = () => sessionToken() !== '' && !isTokenHandedOver();

/** A loader that asks as soon as no change can be missed any more. */
export const starter =
  (queries: QueryClient) =>
  (ask: (params: URLSearchParams) => unknown): LoaderFunction =>
  ({ request }) => {
    const { searchParams } = new URL(request.url);
    if (isKnown()) void startLiveUpdates(queries).then(() => isKnown() && ask(searchParams));
    return null;
  };

export function createFirstLoaders(queries: QueryClient) {
  return {
    shell: (() => {
      if (isKnown()) {
        void startLiveUpdates(queries);
        void queries.prefetchQuery(userQuery);
      }
      return null;
    }) satisfies LoaderFunction,
    home: starter(queries)(() => {
      void queries.prefetchQuery(dashboardQuery);
      void queries.prefetchQuery(ordersPerDayQuery);
      void queries.prefetchQuery(storefrontsQuery);
    }),
  };
}
