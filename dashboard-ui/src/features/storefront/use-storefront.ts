import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { chosenStorefront, storefrontsQuery } from './queries';

/** What an address says of a storefront and of no other. */
const ofOneStorefront = ['new', 'page', 'after', 'call'];

/** The seller's storefronts and the one that the address names; the first one when it names none. */
export function useStorefront() {
  const query = useQuery(storefrontsQuery);
  const [params, setParams] = useSearchParams();
  const storefronts = query.data ?? [];
  const storefront = chosenStorefront(storefronts, params);

  function select(guildId: string | undefined) {
    const next = new URLSearchParams(params);
    if (guildId) next.set('guild', guildId);
    else next.delete('guild');
    for (const name of ofOneStorefront) next.delete(name);
    setParams(next, { replace: true });
  }

  return { query, storefronts, storefront, select };
}
