import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasFirstWord, startLiveUpdates } from '../../api/live-updates';

/** How long a screen waits for the event stream, in milliseconds. */
const patience = 1000;

/** Whether the event stream is open, has failed or takes too long. Data fetched before would have to be fetched again. */
export function useHearing(hasUser: boolean): boolean {
  const queries = useQueryClient();
  const [hears, setHears] = useState(hasFirstWord);
  useEffect(() => {
    if (!hasUser) return;
    const goOn = () => setHears(true);
    const timer = setTimeout(goOn, patience);
    void startLiveUpdates(queries).then(goOn);
    return () => clearTimeout(timer);
  }, [hasUser, queries]);
  return hears;
}
