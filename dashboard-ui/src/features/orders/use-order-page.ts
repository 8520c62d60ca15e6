import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { listedOrderQuery, prefetchOrderPage } from './listed-orders';
import type { Narrowing } from './narrowing';
import type { Order } from './order';
import { orderPageQuery, orderQuery } from './queries';

/** A row of the list: its id and date are known before the order is. */
export type OrderEntry = { orderId: string; createdAt: string } & (
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void; busy: boolean }
  | { status: 'ready'; order: Order }
);

/** One page of orders with their details; the next page is prefetched. `openId` is the order whose dialog is open. */
export function useOrderPage(page: number, size: number, narrowing: Narrowing, openId: string | null) {
  const list = useQuery(orderPageQuery(page, size, narrowing));
  const folders = list.data?.folders ?? [];
  const details = useQueries({
    queries: folders.map((id) => (id === openId ? orderQuery(id) : listedOrderQuery(id))),
  });

  const entries = folders.map((orderId, index): OrderEntry => {
    const detail = details[index]!;
    const entry = { orderId, createdAt: list.data?.folderDates[orderId] ?? detail.data?.createdAt ?? '' };
    if (detail.data) return { ...entry, status: 'ready', order: detail.data };
    if (detail.isError) return { ...entry, status: 'failed', retry: detail.refetch, busy: detail.isFetching };
    return { ...entry, status: 'loading' };
  });

  const total = list.data?.total ?? 0;
  const isCapped = list.data?.totalIsCapped ?? false;
  const pages = Math.max(1, Math.ceil(total / size));
  const isSettled =
    list.isSuccess && !list.isPlaceholderData && entries.every(({ status }) => status !== 'loading');
  usePrefetchedPage(page + 1, size, narrowing, isSettled && page < pages);

  const asked = JSON.stringify([page, size, narrowing]);
  const [complete, setComplete] = useState<string>();
  if (isSettled && complete !== asked) setComplete(asked);

  return {
    list,
    entries,
    total,
    isCapped,
    pages,
    /** Whether the whole page is loaded. */
    isSettled,
    /** Whether the whole page was loaded before: what is loading now is new. */
    wasComplete: complete === asked,
  };
}

/** Starts only once the page itself is complete, so as not to compete with it. */
function usePrefetchedPage(page: number, size: number, { status, find, guild }: Narrowing, when: boolean) {
  const queries = useQueryClient();
  useEffect(() => {
    if (!when) return;
    void prefetchOrderPage(queries, page, size, { status, find, guild });
  }, [queries, page, size, status, find, guild, when]);
}

/**
 * The current page can cease to exist when the user chooses larger pages or delivers what was on it. Goes to the new
 * last page once that is loaded: until then an open order keeps its neighbours.
 */
export function useLastPage(
  gone: boolean,
  last: number,
  size: number,
  { status, find, guild }: Narrowing,
  onGo: (page: number) => void,
) {
  const queries = useQueryClient();
  const go = useEffectEvent(onGo);
  useEffect(() => {
    if (!gone) return;
    let isStill = true;
    void queries
      .prefetchQuery(orderPageQuery(last, size, { status, find, guild }))
      .then(() => isStill && go(last));
    return () => {
      isStill = false;
    };
  }, [queries, gone, last, size, status, find, guild]);
}
