import { useSearchParams, type NavigateOptions } from 'react-router';

/** By name; what is null or empty leaves the address. */
export type AddressChange = Record<string, string | number | null | undefined>;

/** What a screen keeps in its address, so that a reload, the back button and whoever is sent the link see the same. */
export function useAddress() {
  const [params, setParams] = useSearchParams();

  function searchFor(change: AddressChange): string {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change)) {
      if (value === null || value === undefined || value === '') next.delete(name);
      else next.set(name, String(value));
    }
    return next.toString();
  }

  return {
    params,
    searchFor,
    change: (change: AddressChange, options?: NavigateOptions) => setParams(searchFor(change), options),
  };
}

/** The one of these that an address names. */
export function oneOf<Value extends string>(
  values: readonly Value[],
  named: string | null,
): Value | undefined {
  return values.find((value) => value === named);
}
