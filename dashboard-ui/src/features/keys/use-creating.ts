import { useLocation } from 'react-router';
import { useAddress } from '../../ui/use-address';

/**
 * Whether keys are being made stands in the address, so that a link can lead straight to it. What was opened here names the
 * storefront, and a link may: once that one is gone, it is not open over another.
 */
export function useCreating(guildId: string): [creating: boolean, set: (creating: boolean) => void] {
  const { params, change } = useAddress();
  const { state } = useLocation();
  // The way to the page of keys below goes along.
  const set = (creating: boolean) =>
    change({ create: creating ? guildId : null }, { replace: true, preventScrollReset: true, state });
  const madeFor = params.get('create') || (params.get('guild') ?? guildId);
  return [params.has('create') && madeFor === guildId, set];
}
