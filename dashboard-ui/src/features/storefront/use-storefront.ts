import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../../ui/use-address';
import { chosenStorefront, storefrontsQuery } from './queries';

/** What an address says of a storefront and of no other. */
const ofOneStorefront = { new: null, page: null, after: null, call: null };

/** The seller's storefronts and the one that the address names; the first one when it names none. */
export function useStorefront() {
  const query = useQuery(storefrontsQuery);
  const { params, change } = useAddress();
  const storefronts = query.data ?? [];
  const storefront = chosenStorefront(storefronts, params);

  const select = (guild: string) => change({ ...ofOneStorefront, guild }, { replace: true });

  return { query, storefronts, storefront, select };
}
