import { useLayoutEffect } from 'react';
import { applyAccent } from '../shared/accent';

/** Applies the seller's colour to the page before it is painted. */
export function useAccent(embedColor: string | undefined): void {
  useLayoutEffect(() => applyAccent(embedColor), [embedColor]);
}
