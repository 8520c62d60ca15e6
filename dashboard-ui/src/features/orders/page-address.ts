import { useSearchParams } from 'react-router';
import { readNarrowing, type ListStatus } from './narrowing';

export const pageSizes = [10, 20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];
const defaultPageSize: PageSize = 20;

/** The page that an address names; the first one, of twenty orders, where it names none. */
export function readPageAddress(params: URLSearchParams): { page: number; size: PageSize } {
  const wantedSize = Number(params.get('size'));
  const wantedPage = Number(params.get('page'));
  return {
    size: pageSizes.find((one) => one === wantedSize) ?? defaultPageSize,
    page: Number.isInteger(wantedPage) && wantedPage > 0 ? wantedPage : 1,
  };
}

type Change = {
  page?: number;
  size?: number;
  order?: string | null;
  status?: ListStatus | null;
  q?: string | null;
};

/** Page, size, open order and what is looked for stand in the address, so that a reload and the back button know them. */
export function usePageAddress() {
  const [params, setParams] = useSearchParams();

  function searchFor(change: Change): string {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name);
      else next.set(name, String(value));
    }
    return next.toString();
  }

  return {
    ...readPageAddress(params),
    narrowing: readNarrowing(params),
    searchFor,
    openId: params.get('order'),
    go: (change: { page?: number; size?: number }) => setParams(searchFor(change)),
    openOrder: (orderId: string) => setParams(searchFor({ order: orderId }), { preventScrollReset: true }),
    /** To another order while one is open: the way back still leads to the list. */
    stepTo: (orderId: string, page?: number) =>
      setParams(searchFor({ order: orderId, ...(page && { page }) }), {
        replace: true,
        preventScrollReset: true,
      }),
    find: (q: string) => setParams(searchFor({ q: q || null, page: 1 }), { replace: true }),
    closeOrder: () => setParams(searchFor({ order: null }), { replace: true, preventScrollReset: true }),
  };
}
