import { useEffect, useState, type ReactNode } from 'react';

/** How long a request that hangs or is repeated may hold back what is below its notice, in milliseconds. */
const patience = 10_000;

/**
 * Shows its content once what is above it is known, so that it is not pushed down. Later it stays: what comes above it
 * then is news.
 */
export function HeldBack({ until, children }: { until: boolean; children: ReactNode }) {
  const [isShown, setIsShown] = useState(until);
  if (until && !isShown) setIsShown(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return isShown && children;
}
