import { useEffect, useState } from 'react';

/** How long requests that hang or are repeated may hold back what is below their notices, in milliseconds. */
const patience = 10_000;

/** Whether the notices have had their time. */
export function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
