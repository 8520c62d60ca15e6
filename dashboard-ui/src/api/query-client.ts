import { QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { ApiError } from './client';

/** `onSessionEnd` is told when a call is refused for want of a session, except the check itself, which says so on its own. */
export function createQueryClient(onSessionEnd: () => void): QueryClient {
  const queryCache = new QueryCache({
    onError(error, query) {
      if (error instanceof ApiError && error.status === 401 && query.queryKey[0] !== 'user') onSessionEnd();
    },
  });
  keepFailures(queryCache);
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // The server has decided; only a lost connection is worth a second try.
        retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
      },
      // Pressed offline it fails at once: sent later, it would come after whatever was done since.
      mutations: { networkMode: 'always' },
    },
  });
}

/** What could not be loaded stays said while it is asked for again, until there is an answer or nobody looks any more. */
function keepFailures(queries: QueryCache) {
  const failures = new WeakMap<Query, Error>();
  queries.subscribe((event) => {
    if (event.type === 'observerRemoved' && event.query.getObserversCount() === 0)
      failures.delete(event.query);
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'error') failures.set(query, action.error);
    if (action.type === 'success') failures.delete(query);
    const error = failures.get(query);
    // The library forgets it as soon as the next try begins.
    if (action.type === 'fetch' && error && query.state.data === undefined)
      query.setState({ status: 'error', error });
  });
}
