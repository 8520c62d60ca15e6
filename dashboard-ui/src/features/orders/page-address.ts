import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { onStopped, oneOf, useAddress } from '../../ui/use-address';
import { readNarrowing } from './narrowing';

export const pageSizes = [10, 20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];
const defaultPageSize: PageSize = 20;

/** What is looked at of the page's orders, which are all here. */
export const statusFilters = ['all', 'completed', 'partial', 'failed'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** The page that an address names; the first one, of twenty orders, where it names none. */
export function readPageAddress(params: URLSearchParams): { page: number; size: PageSize } {
  const wantedSize = Number(params.get('size'));
  const wantedPage = Number(params.get('page'));
  return {
    size: pageSizes.find((one) => one === wantedSize) ?? defaultPageSize,
    page: Number.isInteger(wantedPage) && wantedPage > 0 ? wantedPage : 1,
  };
}

/** Milliseconds after which nobody is on their way back any more. */
const longestWay = 1000;

/** The state of a location that was made by opening an order: the one before it is the list. */
const opened = 'opened';

/** Page, size, open order and what is looked for, on all pages and on this one. */
export function usePageAddress() {
  const { params, searchFor, change } = useAddress();
  const { key, state } = useLocation() as { key: string; state: unknown };
  const navigate = useNavigate();
  /** The way back takes a moment, and would undo a step made meanwhile: what is clicked on it is clicked when one is there. */
  const goingBack = useRef<{ clicked?: MouseEvent }>(null);

  const hold = useEffectEvent((event: MouseEvent) => {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!goingBack.current || opensElsewhere) return;
    event.preventDefault();
    event.stopPropagation();
    goingBack.current.clicked = event;
  });
  function letThrough() {
    const clicked = goingBack.current?.clicked;
    goingBack.current = null;
    clicked?.target?.dispatchEvent(new MouseEvent(clicked.type, clicked));
  }
  const arrive = useEffectEvent(letThrough);
  const closeHere = () => change({ order: null }, { replace: true, preventScrollReset: true });
  useEffect(() => arrive(), [key]);
  useEffect(() => {
    const stay = () => {
      goingBack.current = null;
    };
    document.addEventListener('click', hold, true);
    onStopped.add(stay);
    return () => {
      stay();
      document.removeEventListener('click', hold, true);
      onStopped.delete(stay);
    };
  }, []);

  return {
    ...readPageAddress(params),
    narrowing: readNarrowing(params),
    find: params.get('find') ?? '',
    shown: oneOf(statusFilters, params.get('shown')) ?? 'all',
    searchFor,
    openId: params.get('order'),
    go: (to: { page?: number; size?: number }) => change(to),
    /** There is no such page to go back to. */
    goInstead: (page: number) => change({ page }, { replace: true }),
    openOrder: (orderId: string) => change({ order: orderId }, { preventScrollReset: true, state: opened }),
    /** To another order while one is open: the way back still leads to the list, but to the page that it was at. */
    stepTo: (orderId: string, page?: number) =>
      change(
        { order: orderId, ...(page && { page }) },
        { replace: true, preventScrollReset: true, state: page ? null : state },
      ),
    findInAll: (q: string) => change({ q, page: 1 }, { replace: true }),
    findInPage: (find: string) => change({ find }, { replace: true, preventScrollReset: true }),
    show: (shown: StatusFilter) =>
      change({ shown: shown === 'all' ? null : shown }, { replace: true, preventScrollReset: true }),
    clearPage: () => change({ find: null, shown: null }, { replace: true, preventScrollReset: true }),
    closeOrder() {
      if (goingBack.current) return;
      if (state !== opened) return closeHere();
      const way = {};
      goingBack.current = way;
      void navigate(-1);
      // A browser that has lost the way, as after it was started anew, does not say so.
      setTimeout(() => {
        if (goingBack.current !== way) return;
        closeHere();
        letThrough();
      }, longestWay);
    },
  };
}
