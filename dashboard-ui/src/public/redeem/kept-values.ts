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
    const kept = isReturn() ? valuesIn(inTab.get(place)) : noValues;
    if (!isEmpty(kept)) take(kept);
  }, [place]);
  useEffect(() => {
    if (isEmpty(values)) inTab.remove(place);
    else inTab.set(place, JSON.stringify(values));
  }, [place, values]);
}

/** Whether the page was reloaded, or come back to; not opened by an address or a link, as for another order. */
function isReturn(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type !== 'navigate';
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
