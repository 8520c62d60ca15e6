import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../../ui/use-address';
import { chosenStorefront, storefrontsQuery } from './queries';

/** Address parameters that belong to one storefront and are dropped when another one is selected. */
const ofOneStorefront = { new: null, page: null, after: null, call: null };

/** The seller's storefronts and the selected one: the one that the address names, else the first one. */
export function useStorefront() {
  const query = useQuery(storefrontsQuery);
  const { params, change } = useAddress();
  const storefronts = query.data ?? [];
  const storefront = chosenStorefront(storefronts, params);

  const select = (guild: string) => change({ ...ofOneStorefront, guild }, { replace: true });

  return { query, storefronts, storefront, select };
}
