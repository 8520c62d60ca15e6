import { QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { ApiError } from './client';

/**
 * `onSessionEnd` is called when a call is refused for lack of a session, except by the session check, which reports
 * that itself.
 */
export function createQueryClient(onSessionEnd: () => void): QueryClient {
  const queryCache = new QueryCache({
    onError(error, query) {
      if (error instanceof ApiError && error.status === 401 && query.queryKey[0] !== 'user') onSessionEnd();
    },
  });
  const failures = keepFailures(queryCache);
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // What the browser says about its network is a guess: each press of "Retry" makes an attempt and shows its
        // outcome. A paused query would do nothing.
        networkMode: 'always',
        refetchOnReconnect: true,
        // What has just failed is retried where the screen offers it, and not by each part that appears.
        retryOnMount: (query) => !failures.has(query as Query),
        // A refusal is final; only a lost connection is worth another try.
        retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
      },
      // A mutation fails at once when offline: sent later, it would overwrite what was done in the meantime.
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Keeps a load failure on the screen while it is retried, until there is an answer or nobody looks at it any more. A
 * loader's failure is its screen's, too. Returns the queries with such a failure as keys.
 */
function keepFailures(queries: QueryCache): WeakMap<Query, Error> {
  const failures = new WeakMap<Query, Error>();
  queries.subscribe((event) => {
    if (event.type === 'observerRemoved' && event.query.getObserversCount() === 0)
      failures.delete(event.query);
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'error') failures.set(query, action.error);
    if (action.type === 'success') failures.delete(query);
    if (action.type !== 'fetch') return;
    // Nobody has seen the failure before this loader's try.
    if (query.getObserversCount() === 0) failures.delete(query);
    const error = failures.get(query);
    // The library clears the error as soon as the next try begins.
    if (error && query.state.data === undefined) query.setState({ status: 'error', error });
  });
  return failures;
}
