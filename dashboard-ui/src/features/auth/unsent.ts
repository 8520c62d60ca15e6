/** Unsent input, by user, kept for as long as this tab is open. */

const prefix = 'unsent.';

export const unsentKey = (userId: string, name: string) => `${prefix}${userId}.${name}`;

export function loadUnsent<Value>(key: string): Value | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as Value);
}

/** If the storage is full nothing is kept, not even the older text. */
export function keepUnsent(key: string, text: string) {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    dropUnsent(key);
  }
}

export const dropUnsent = (key: string) => sessionStorage.removeItem(key);

/** Removes the unsent input of everybody but `userId`: of all users on signing out, of all others on signing in. */
export function forgetUnsent(userId?: string) {
  const isTheirs = (key: string) => userId !== undefined && key.startsWith(unsentKey(userId, ''));
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && !isTheirs(key)) dropUnsent(key);
}
