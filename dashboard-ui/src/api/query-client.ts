import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './client';

/** `onSessionEnd` is told when a call is refused for want of a session, except the check itself, which says so on its own. */
export function createQueryClient(onSessionEnd: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        if (error instanceof ApiError && error.status === 401 && query.queryKey[0] !== 'user') onSessionEnd();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // The server has decided; only a lost connection is worth a second try.
        retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
      },
    },
  });
}
