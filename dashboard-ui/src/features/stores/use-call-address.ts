import { useAddress } from '../../ui/use-address';
import { readCallFilter } from './call-filter';
import type { Provider, Verdict } from './queries';

/** The filter option for every call. */
export const all = 'all';
export type Choice<Value extends string> = Value | typeof all;

/**
 * The filter and the open call, kept in the address. The call is ignored if the address names another storefront than
 * this one.
 */
export function useCallAddress(guildId: string) {
  const { params, change } = useAddress();
  const isOfThis = (params.get('guild') ?? guildId) === guildId;
  const named = (choice: string) => (choice === all ? null : choice);
  return {
    filter: readCallFilter(params),
    show: (choices: { store?: Choice<Provider>; verdict?: Choice<Verdict> }) =>
      change(Object.fromEntries(Object.entries(choices).map(([name, choice]) => [name, named(choice)]))),
    open: (isOfThis && params.get('call')) || undefined,
    // Names the storefront as well, because the address may still name one that was deleted.
    setOpen: (call: string | undefined) =>
      change(call ? { call, guild: guildId } : { call }, { replace: true, preventScrollReset: true }),
  };
}
