import { useLayoutEffect } from 'react';
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router';

/** Search parameters by name; null and empty values are removed. */
type AddressChange = Record<string, string | number | null | undefined>;

/**
 * The parameters that were last navigated to, and from which location. The location changes only after the loaders
 * have run: a second change before that has to build on the first, instead of undoing it.
 */
let asked: { from: string; params: URLSearchParams } | undefined;

const forgetAsked = () => (asked = undefined);

/** Called when a navigation was stopped. */
export const onStopped = new Set<() => void>();

/** Call this after stopping a navigation: the next change then builds on the current address. */
export function sayStopped() {
  forgetAsked();
  for (const tell of onStopped) tell();
}

/** State that a screen keeps in its address, so that a reload, the back button and a shared link show the same. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  useLayoutEffect(() => void forgetAsked(), [key]);
  return {
    params,
    searchFor: (change: AddressChange) => changed(params, change).toString(),
    change: (change: AddressChange, options?: NavigateOptions) => {
      asked = { from: key, params: changed(asked?.from === key ? asked.params : params, change) };
      setParams(asked.params, options);
    },
  };
}

function changed(params: URLSearchParams, change: AddressChange): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === undefined || value === '') next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** The one of `values` that an address names. */
export function oneOf<Value extends string>(
  values: readonly Value[],
  named: string | null,
): Value | undefined {
  return values.find((value) => value === named);
}
