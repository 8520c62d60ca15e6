import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { FailedLine } from '../../ui/empty';
import { storefrontsQuery } from '../storefront/queries';
import { refusedCallsQuery } from '../stores/queries';
import type { RefusedCallListProps } from '../stores/refused-call-list';

/** Loaded separately, with its texts and the stores' names, because mostly there is nothing to show. */
const RefusedCallList = lazy(async () => {
  const loaded = await import('../stores/refused-call-list').catch(() => undefined);
  return { default: (props: RefusedCallListProps) => loaded && <loaded.RefusedCallList {...props} /> };
});

/** The store calls of the last day that were refused and have not been made good. Empty if there are none. */
export function RefusedCalls() {
  const { data: shops = [] } = useQuery(storefrontsQuery);
  const { data, isFetched, refetch, isFetching } = useQuery({
    ...refusedCallsQuery,
    enabled: shops.length > 0,
  });
  if (isFetched && !data) {
    return (
      <div className="card px-5 py-4 max-sm:px-4">
        <FailedLine title="Refused store calls could not be loaded" onRetry={refetch} busy={isFetching} />
      </div>
    );
  }
  if (!data || data.refused.length === 0) return null;
  return (
    <Suspense>
      <RefusedCallList refused={data.refused} shops={shops} />
    </Suspense>
  );
}
