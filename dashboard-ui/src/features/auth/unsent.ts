/** What was being written when a session ended, by user, for as long as this tab is there. */

const prefix = 'unsent.';

export const unsentKey = (userId: string, name: string) => `${prefix}${userId}.${name}`;

export function loadUnsent<Value>(key: string): Value | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as Value);
}

export const keepUnsent = (key: string, text: string) => sessionStorage.setItem(key, text);
export const dropUnsent = (key: string) => sessionStorage.removeItem(key);

/** Who signs out leaves nothing behind. */
export function forgetUnsent() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) dropUnsent(key);
}
