import { useLocation } from 'react-router';
import { oneOf, useAddress } from '../../ui/use-address';
import { useWayBack } from '../../ui/use-way-back';
import { readNarrowing } from './narrowing';

export const pageSizes = [10, 20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];
const defaultPageSize: PageSize = 20;

/** Filters the orders of the page in the browser. */
const statusFilters = ['all', 'completed', 'partial', 'failed'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** The page and page size that an address names, or the defaults. */
export function readPageAddress(params: URLSearchParams): { page: number; size: PageSize } {
  const wantedSize = Number(params.get('size'));
  const wantedPage = Number(params.get('page'));
  return {
    size: pageSizes.find((one) => one === wantedSize) ?? defaultPageSize,
    page: Number.isInteger(wantedPage) && wantedPage > 0 ? wantedPage : 1,
  };
}

/** Marks a location that was made by opening an order: the one before it in the history is the list. */
const opened = 'opened';

/** The state of the orders screen that its address keeps, and the steps that change it. `storefronts`: as far as they are known. */
export function usePageAddress(storefronts?: readonly { guildId: string }[]) {
  const { params, searchFor, change } = useAddress();
  const { state } = useLocation() as { state: unknown };
  const wayBack = useWayBack();
  const closeHere = () => change({ order: null }, { replace: true, preventScrollReset: true });

  return {
    ...readPageAddress(params),
    narrowing: readNarrowing(params, storefronts),
    find: params.get('find') ?? '',
    shown: oneOf(statusFilters, params.get('shown')) ?? 'all',
    searchFor,
    openId: params.get('order'),
    go: (to: { page?: number; size?: number }) => change(to),
    /** Replaces the address: the page that it names does not exist, so nobody should go back to it. */
    goInstead: (page: number) => change({ page }, { replace: true }),
    openOrder: (orderId: string) => change({ order: orderId }, { preventScrollReset: true, state: opened }),
    /**
     * Opens another order in place of the open one. With `page`, closing it does not go back in the history: that would lead to the
     * page that the list was at before.
     */
    stepTo: (orderId: string, page?: number) =>
      change(
        { order: orderId, ...(page && { page }) },
        { replace: true, preventScrollReset: true, state: page ? null : state },
      ),
    chooseShop: (guild: string) => change({ guild, page: 1 }, { replace: true }),
    findInAll: (q: string) => change({ q, page: 1 }, { replace: true }),
    findInPage: (find: string) => change({ find }, { replace: true, preventScrollReset: true }),
    show: (shown: StatusFilter) =>
      change({ shown: shown === 'all' ? null : shown }, { replace: true, preventScrollReset: true }),
    clearPage: () => change({ find: null, shown: null }, { replace: true, preventScrollReset: true }),
    closeOrder() {
      if (wayBack.isGoing()) return;
      if (state === opened) wayBack.goBack(closeHere);
      else closeHere();
    },
  };
}
