import { useLayoutEffect } from 'react';
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router';

/** By name; what is null or empty leaves the address. */
export type AddressChange = Record<string, string | number | null | undefined>;

/**
 * What was asked for last, and from which location. A location is there only when its loaders have run: a change that comes
 * before builds on the one before it, instead of undoing it.
 */
let asked: { from: string; params: URLSearchParams } | undefined;

const forgetAsked = () => (asked = undefined);

/** Told when a step was stopped. */
export const onStopped = new Set<() => void>();

/** For whoever stops a step on its way: the next change builds on what is there. */
export function sayStopped() {
  forgetAsked();
  for (const tell of onStopped) tell();
}

/** What a screen keeps in its address, so that a reload, the back button and whoever is sent the link see the same. */
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

/** The one of these that an address names. */
export function oneOf<Value extends string>(
  values: readonly Value[],
  named: string | null,
): Value | undefined {
  return values.find((value) => value === named);
}
