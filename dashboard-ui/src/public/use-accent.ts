import { useLayoutEffect } from 'react';
import { applyAccent } from '../shared/accent';

/** Dresses the page in the seller's colour before it is painted. */
export function useAccent(embedColor: string | undefined): void {
  useLayoutEffect(() => applyAccent(embedColor), [embedColor]);
}
