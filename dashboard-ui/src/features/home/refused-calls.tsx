import { useQuery } from '@tanstack/react-query';
import { FailedLine } from '../../ui/empty';
import { storefrontsQuery } from '../storefront/queries';
import { refusedCallsQuery } from '../stores/queries';
import { refusedCallListCode } from './code/queries';

/** The store calls of the last day that were refused and have not been made good; `isKnown` once they can be shown. */
export function useRefusedCalls() {
  const { data: shops = [], isFetched } = useQuery(storefrontsQuery);
  const calls = useQuery({ ...refusedCallsQuery, enabled: shops.length > 0 });
  const refused = calls.data?.refused ?? [];
  const code = useQuery({ ...refusedCallListCode, enabled: refused.length > 0 });
  const isKnown =
    isFetched && (shops.length === 0 || (calls.isFetched && (refused.length === 0 || code.isFetched)));
  return { shops, calls, refused, RefusedCallList: code.data, isKnown };
}

/** Empty if there are none. */
export function RefusedCalls() {
  const { shops, calls, refused, RefusedCallList } = useRefusedCalls();
  const { data, isFetched, refetch, isFetching } = calls;
  if (isFetched && !data) {
    return (
      <div className="card px-5 py-4 max-sm:px-4">
        <FailedLine title="Refused store calls could not be loaded" onRetry={refetch} busy={isFetching} />
      </div>
    );
  }
  if (refused.length === 0 || !RefusedCallList) return null;
  return <RefusedCallList refused={refused} shops={shops} />;
}
