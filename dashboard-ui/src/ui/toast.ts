import { useSyncExternalStore } from 'react';

export type Toast = { id: number; message: string; kind: 'success' | 'error'; since: number };

export const shownToasts = 3;
export const keptToasts = 20;
export const toastDuration = 4000;

let toasts: Toast[] = [];
let nextId = 1;
const timeLeft = new Map<number, number>();
const listeners = new Set<() => void>();

/** Says a sentence at the bottom of the screen. Three show at once, the others wait; past twenty the one that waits longest goes. */
export function toast(message: string) {
  add(message, 'success');
}

/** The same for what went wrong; assistive tools hear of it at once. */
toast.error = (message: string) => add(message, 'error');

export function dismissToast(id: number) {
  timeLeft.delete(id);
  change(toasts.filter((one) => one.id !== id));
}

/** Lets a toast's time run until it is gone or the returned function stops the clock. */
export function runToast(id: number): () => void {
  const started = Date.now();
  const left = timeLeft.get(id) ?? toastDuration;
  const timer = setTimeout(() => dismissToast(id), left);
  return () => {
    clearTimeout(timer);
    if (toasts.some((one) => one.id === id)) timeLeft.set(id, left - (Date.now() - started));
  };
}

/** All that are kept, oldest first. The first `shownToasts` of them are on the screen. */
export function useToasts(): Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}

function add(message: string, kind: Toast['kind']) {
  const one = { id: nextId++, message, kind, since: Date.now() };
  const kept = toasts.length < keptToasts ? toasts : toasts.toSpliced(shownToasts, 1);
  change([...kept, one]);
}

function change(next: Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
