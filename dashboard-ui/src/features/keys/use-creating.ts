import { useLocation } from 'react-router';
import { useAddress } from '../../ui/use-address';
import { useWayBack } from '../../ui/use-way-back';

/**
 * Whether the dialog that creates keys is open, kept in the address so that a link can open it. The address also
 * names the storefront: when that is gone, the dialog must not open for another one.
 */
export function useCreating(guildId: string) {
  const { params, change } = useAddress();
  const state = (useLocation().state ?? {}) as { opened?: boolean };
  const wayBack = useWayBack();
  const madeFor = params.get('create') || (params.get('guild') ?? guildId);
  // The location's state is passed on, because it holds the cursors of the pages before.
  const closeHere = () => change({ create: null }, { replace: true, preventScrollReset: true, state });

  return {
    creating: params.has('create') && madeFor === guildId,
    /** Marks the location: the one before it in the history is the list. */
    open: () => change({ create: guildId }, { preventScrollReset: true, state: { ...state, opened: true } }),
    close() {
      if (wayBack.isGoing()) return;
      if (state.opened) wayBack.goBack(closeHere);
      else closeHere();
    },
  };
}
