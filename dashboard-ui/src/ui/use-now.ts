import { useSyncExternalStore } from 'react';

// One clock for all ages on the screen.

const tick = 15_000;
const listeners = new Set<() => void>();
let clock = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The current time in milliseconds, updated every 15 s. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read, read);
}

/** Whether a time, in milliseconds, is yet to come, by the same clock. Renders again only when that changes. */
export function useIsAhead(time: number): boolean {
  const isAhead = () => clock < time;
  return useSyncExternalStore(subscribe, isAhead, isAhead);
}

const read = () => clock;

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    clock = Date.now();
    timer = setInterval(() => {
      clock = Date.now();
      for (const each of listeners) each();
    }, tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}
