import { useState, type ReactNode } from 'react';

/**
 * Shows its content once what is above it is known, so that it is not pushed down. Later it stays: what comes above it
 * then is news.
 */
export function HeldBack({ until, children }: { until: boolean; children: ReactNode }) {
  const [isShown, setIsShown] = useState(until);
  if (until && !isShown) setIsShown(true);
  return isShown && children;
}
