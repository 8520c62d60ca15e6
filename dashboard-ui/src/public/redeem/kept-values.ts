import { useEffect, useEffectEvent } from 'react';
import { inTab } from '../../shared/browser-storage';
import type { RedeemValues } from '../types';
import { noValues } from './redeem-values';

/**
 * Keeps in the tab what is typed and not redeemed yet, since a phone may drop the page while the customer fetches the
 * invite. `onKept` gets what an earlier page has kept, after hydration, which leaves fields as they were painted.
 */
export function useKeptValues(
  guildId: string,
  values: RedeemValues,
  onKept: (kept: RedeemValues) => void,
): void {
  const place = `redeem-${guildId}`;
  const take = useEffectEvent(onKept);
  useEffect(() => {
    const kept = valuesIn(inTab.get(place));
    if (!isEmpty(kept)) take(kept);
  }, [place]);
  useEffect(() => {
    if (isEmpty(values)) inTab.remove(place);
    else inTab.set(place, JSON.stringify(values));
  }, [place, values]);
}

function valuesIn(text: string | null): RedeemValues {
  try {
    const kept = JSON.parse(text ?? '{}') as Record<string, unknown>;
    const entries = Object.keys(noValues).filter((field) => typeof kept[field] === 'string');
    return { ...noValues, ...Object.fromEntries(entries.map((field) => [field, kept[field]])) };
  } catch {
    return noValues;
  }
}

function isEmpty(values: RedeemValues): boolean {
  return Object.values(values).every((value) => value === '');
}
