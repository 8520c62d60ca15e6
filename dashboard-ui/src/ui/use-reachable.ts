import { useSyncExternalStore } from 'react';
import { reachability } from '../api/reachability';

export function useReachable(): boolean {
  return useSyncExternalStore(reachability.subscribe, reachability.isReachable);
}
