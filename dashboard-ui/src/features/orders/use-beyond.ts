import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Beyond } from './order-steps';
import type { Narrowing } from './narrowing';
import { orderPageQuery } from './queries';

type Pages = {
  page: number;
  pages: number;
  size: number;
  total: number;
  isCapped: boolean;
  narrowing: Narrowing;
};

/** Steps from the orders of one page to the next page's, which are mostly prefetched. */
export function useBeyond(
  { page, pages, size, total, isCapped, narrowing }: Pages,
  openId: string | null,
  onStep: (orderId: string, page: number) => void,
): Beyond {
  const queries = useQueryClient();
  const shown = useRef<string>(null);
  useEffect(() => {
    shown.current = openId;
    return () => {
      shown.current = null;
    };
  }, [openId]);

  async function go(to: number) {
    const list = await queries.fetchQuery(orderPageQuery(to, size, narrowing)).catch(() => undefined);
    const orderId = to > page ? list?.folders[0] : list?.folders.at(-1);
    // The user may have closed the order, or moved to another one, in the meantime.
    if (orderId && openId && shown.current === openId) onStep(orderId, to);
  }

  return {
    before: (page - 1) * size,
    total,
    isCapped,
    ...(page > 1 ? { onPrevious: () => void go(page - 1) } : {}),
    ...(page < pages ? { onNext: () => void go(page + 1) } : {}),
  };
}
