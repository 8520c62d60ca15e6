import { useAddress } from '../../ui/use-address';
import { readCallFilter } from './call-filter';
import type { Provider, Verdict } from './queries';

/** Of calls, whichever it is. */
export const all = 'all';
export type Choice<Value extends string> = Value | typeof all;

/** Which calls are looked at and which one is open stands in the address. Another storefront has no call of that number. */
export function useCallAddress(guildId: string) {
  const { params, change } = useAddress();
  const isOfThis = (params.get('guild') ?? guildId) === guildId;
  const named = (choice: string) => (choice === all ? null : choice);
  return {
    filter: readCallFilter(params),
    show: (choices: { store?: Choice<Provider>; verdict?: Choice<Verdict> }) =>
      change(Object.fromEntries(Object.entries(choices).map(([name, choice]) => [name, named(choice)]))),
    open: (isOfThis && params.get('call')) || undefined,
    // The address may still name a storefront that is gone.
    setOpen: (call: string | undefined) =>
      change(call ? { call, guild: guildId } : { call }, { replace: true, preventScrollReset: true }),
  };
}
