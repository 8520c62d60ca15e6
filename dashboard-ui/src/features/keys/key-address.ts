import { useLocation } from 'react-router';
import { oneOf, useAddress } from '../../ui/use-address';
import type { KeyFilter } from './queries';

const statuses = ['unused', 'redeemed', 'revoked'] as const;

type KeyAddress = {
  filter: KeyFilter;
  search: string;
  /** Empty for the first page. */
  cursor: string;
  page: number;
};

/** The page of keys that an address names. */
export function readKeyAddress(params: URLSearchParams): KeyAddress {
  const page = Number(params.get('page'));
  const cursor = params.get('after') ?? '';
  return {
    filter: oneOf(statuses, params.get('status')) ?? 'all',
    search: params.get('q') ?? '',
    cursor,
    page: cursor && Number.isInteger(page) && page > 1 ? page : 1,
  };
}

/**
 * The filter and page of the keys screen. A page only knows the cursor of the next one, so the cursors of the pages
 * before are kept in the location's state.
 */
export function useKeyAddress() {
  const { params, change } = useAddress();
  const way = wayIn(useLocation().state);
  const now = readKeyAddress(params);
  const first = { after: null, page: null };

  function turn(cursor: string, page: number, way: string[]) {
    change(cursor ? { after: cursor, page } : first, { state: { way } });
  }

  return {
    ...now,
    show: (filter: KeyFilter) => change({ ...first, status: filter === 'all' ? null : filter }),
    find: (q: string) => change({ ...first, q }, { replace: true }),
    clear: () => change({ ...first, status: null, q: null }, { replace: true }),
    turnTo: (next: string) => turn(next, now.page + 1, [...way, now.cursor]),
    /** Goes to the first page if the cursors before it are not known. */
    turnBack: () => turn(way.at(-1) ?? '', now.page - 1, way.slice(0, -1)),
  };
}

function wayIn(state: unknown): string[] {
  const way = typeof state === 'object' && state && 'way' in state ? state.way : undefined;
  return Array.isArray(way) ? way.filter((cursor) => typeof cursor === 'string') : [];
}
