import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { everything, type Narrowing } from './narrowing';
import { isSettled } from './order';
import { orderPageQuery, orderQuery } from './queries';

/** The query of one order in the list, while it is not open. */
export const listedOrderQuery = (orderId: string) =>
  queryOptions({
    ...orderQuery(orderId),
    // Events do not name the order, nor does the list have its outcome. A settled order rarely changes, so it is
    // refetched at most every 30 s in which there were events, instead of with each event.
    staleTime: ({ state }) => (isSettled(state.data) ? 'static' : 10_000),
    refetchInterval: ({ state }) => isSettled(state.data) && state.isInvalidated && 30_000,
  });

/** Fetches a page of ids and all of its orders. Errors are ignored: they show when the page is opened. */
export async function prefetchOrderPage(
  queries: QueryClient,
  page: number,
  size: number,
  narrowing: Narrowing = everything,
): Promise<void> {
  const list = await queries.fetchQuery(orderPageQuery(page, size, narrowing)).catch(() => undefined);
  await Promise.all((list?.folders ?? []).map((id) => queries.prefetchQuery(listedOrderQuery(id))));
}
