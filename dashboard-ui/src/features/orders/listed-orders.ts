import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { everything, type Narrowing } from './narrowing';
import { isSettled } from './order';
import { orderPageQuery, orderQuery } from './queries';

/** One order of a page of them, while it is not open. */
export const listedOrderQuery = (orderId: string) =>
  queryOptions({
    ...orderQuery(orderId),
    // An event does not say of which order it is, nor does the list say what became of each. What is settled is rarely changed:
    // it is asked for once in half a minute in which there were events, instead of a whole page of it at each.
    staleTime: ({ state }) => (isSettled(state.data) ? 'static' : 10_000),
    refetchInterval: ({ state }) => isSettled(state.data) && state.isInvalidated && 30_000,
  });

/** Fetches a page and every order on it. What fails says so itself when the page is opened. */
export async function prefetchOrderPage(
  queries: QueryClient,
  page: number,
  size: number,
  narrowing: Narrowing = everything,
): Promise<void> {
  const list = await queries.fetchQuery(orderPageQuery(page, size, narrowing)).catch(() => undefined);
  await Promise.all((list?.folders ?? []).map((id) => queries.prefetchQuery(listedOrderQuery(id))));
}
