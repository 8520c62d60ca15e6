import { useState } from 'react';
import type { Schema } from '../../api/types';
import type { KeyFilter } from './queries';

type Page = Pick<Schema<'KeyPage'>, 'keys' | 'next'>;

type Selected = {
  filter: KeyFilter;
  search: string;
  manages: boolean;
  keys: ReadonlySet<string>;
  /** The seen pages by their cursors, in their last seen state. */
  pages: ReadonlyMap<string, Page>;
  /** The keys of all seen pages, selected or not, that were unused when last seen. */
  unused: ReadonlySet<string>;
};

const nothing = { keys: new Set<string>(), pages: new Map<string, Page>(), unused: new Set<string>() };

/**
 * The selection of keys across pages. It is emptied when the filter, the search or the user's role changes, and loses
 * keys that were used or revoked since. `page` is undefined while it loads.
 */
export function useSelected(
  filter: KeyFilter,
  search: string,
  manages: boolean,
  cursor: string,
  page: Page | undefined,
) {
  const [now, setNow] = useState<Selected>({ filter, search, manages, ...nothing });
  if (now.filter !== filter || now.search !== search || now.manages !== manages)
    setNow({ filter, search, manages, ...nothing });
  else if (page && now.pages.get(cursor) !== page) setNow(lookAt(now, cursor, page));

  // Both build on the newest selection: it may have changed since a caller was drawn.
  const select = (keys: string[]) => setNow((now) => ({ ...now, keys: new Set([...now.keys, ...keys]) }));
  const deselect = (keys: string[]) =>
    setNow((now) => ({ ...now, keys: new Set([...now.keys].filter((key) => !keys.includes(key))) }));

  const seen = new Set(page?.keys.map(({ key }) => key));
  return {
    selected: now.keys,
    /**
     * The selected keys that were unused when last seen, but may have been used since, because they are not on the
     * current page.
     */
    unseen: [...now.keys].filter((key) => now.unused.has(key) && !seen.has(key)),
    select,
    deselect,
    clear: () => setNow((now) => ({ ...now, keys: nothing.keys })),
  };
}

function lookAt(now: Selected, cursor: string, page: Page): Selected {
  const before = now.pages.get(cursor);
  const changed = before && changedSince(before, page);
  const keys = changed ? new Set([...now.keys].filter((key) => !changed.has(key))) : now.keys;
  const unused = new Set(now.unused);
  for (const { key, status } of page.keys) {
    if (status === 'unused') unused.add(key);
    else unused.delete(key);
  }
  return { ...now, keys, pages: new Map(now.pages).set(cursor, page), unused };
}

/**
 * The keys of a page whose status has changed, or that have left the page because of it. Keys that newer ones have
 * pushed off the page do not count.
 */
export function changedSince(before: Page, now: Page): ReadonlySet<string> {
  const stood = new Map(before.keys.map(({ key }, place) => [key, place]));
  const stands = new Map(now.keys.map(({ key, status }) => [key, status]));
  const last = stood.get(now.keys.at(-1)?.key ?? '');
  // The page was filled up from below, because keys before its end have left it.
  const hasMovedUp = last === undefined && now.keys.some(({ key }) => stood.has(key));
  const end = now.next === null || hasMovedUp ? before.keys.length : (last ?? 0);
  const changed = before.keys.filter(({ key, status }, place) =>
    stands.has(key) ? stands.get(key) !== status : place < end,
  );
  return new Set(changed.map(({ key }) => key));
}
