import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasFirstWord, startLiveUpdates } from '../../api/live-updates';

/** How long a screen waits for the line that changes are heard over. */
const patience = 1000;

/** Whether changes are heard of, or will not be soon. What is asked for before has to be asked for again. */
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
