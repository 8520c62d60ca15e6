/** Unsent input, by user, kept for as long as this tab is open. */
import { inTab } from '../../shared/browser-storage';

const prefix = 'unsent.';

export const unsentKey = (userId: string, name: string) => `${prefix}${userId}.${name}`;

export function loadUnsent<Value>(key: string): Value | undefined {
  const text = inTab.get(key);
  return text === null ? undefined : (JSON.parse(text) as Value);
}

/** If the storage is full nothing is kept, not even the older text. */
export function keepUnsent(key: string, text: string) {
  if (!inTab.set(key, text)) dropUnsent(key);
}

export const dropUnsent = (key: string) => inTab.remove(key);

/** Removes the unsent input of everybody but `userId`: of all users on signing out, of all others on signing in. */
export function forgetUnsent(userId?: string) {
  const isTheirs = (key: string) => userId !== undefined && key.startsWith(unsentKey(userId, ''));
  for (const key of inTab.keys()) if (key.startsWith(prefix) && !isTheirs(key)) dropUnsent(key);
}
