import { useLocation } from 'react-router';
import { useAddress } from '../../ui/use-address';

/**
 * Whether the dialog that creates keys is open, kept in the address so that a link can open it. The address also
 * names the storefront: when that is gone, the dialog must not open for another one.
 */
export function useCreating(guildId: string): [creating: boolean, set: (creating: boolean) => void] {
  const { params, change } = useAddress();
  const { state } = useLocation();
  // The location's state is passed on, because it holds the cursors of the pages before.
  const set = (creating: boolean) =>
    change({ create: creating ? guildId : null }, { replace: true, preventScrollReset: true, state });
  const madeFor = params.get('create') || (params.get('guild') ?? guildId);
  return [params.has('create') && madeFor === guildId, set];
}
