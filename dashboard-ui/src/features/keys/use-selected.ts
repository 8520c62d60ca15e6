import { useState } from 'react';
import type { Schema } from '../../api/types';
import type { KeyFilter } from './queries';

type Page = Pick<Schema<'KeyPage'>, 'keys' | 'next'>;

type Selected = {
  filter: KeyFilter;
  search: string;
  manages: boolean;
  keys: ReadonlySet<string>;
  /** The pages that were looked at, as they were then, by their cursors. */
  pages: ReadonlyMap<string, Page>;
  /** Those of all pages, chosen or not, that could be spent when they were looked at. */
  unused: ReadonlySet<string>;
};

const nothing = { keys: new Set<string>(), pages: new Map<string, Page>(), unused: new Set<string>() };

/**
 * The keys that are chosen among those that are looked at, of several pages together. Of others, as the way back leads to, none is
 * chosen; nor is any longer what was spent or revoked since, or what another role saw. `page` is undefined while it is not there.
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
  const select = (keys: string[]) =>
    setNow((now) => ({ ...now, keys: new Set(now.keys).union(new Set(keys)) }));
  const deselect = (keys: string[]) =>
    setNow((now) => ({ ...now, keys: new Set(now.keys).difference(new Set(keys)) }));

  const seen = new Set(page?.keys.map(({ key }) => key));
  return {
    selected: now.keys,
    /** The chosen ones that could be spent, and that may have been since: they are not on the page that is looked at. */
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

/** The keys of a page that have another status by now, or have left it for that; new ones push the last ones off a page, too. */
export function changedSince(before: Page, now: Page): ReadonlySet<string> {
  const stood = new Map(before.keys.map(({ key }, place) => [key, place]));
  const stands = new Map(now.keys.map(({ key, status }) => [key, status]));
  const last = stood.get(now.keys.at(-1)?.key ?? '');
  // Others have moved up behind those that are left.
  const hasMovedUp = last === undefined && now.keys.some(({ key }) => stood.has(key));
  const end = now.next === null || hasMovedUp ? before.keys.length : (last ?? 0);
  const changed = before.keys.filter(({ key, status }, place) =>
    stands.has(key) ? stands.get(key) !== status : place < end,
  );
  return new Set(changed.map(({ key }) => key));
}
