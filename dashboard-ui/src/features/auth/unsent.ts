/** What was being written and is not sent, by user, for as long as this tab is there. */

const prefix = 'unsent.';

export const unsentKey = (userId: string, name: string) => `${prefix}${userId}.${name}`;

export function loadUnsent<Value>(key: string): Value | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as Value);
}

/** As far as there is room. */
export function keepUnsent(key: string, text: string) {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    dropUnsent(key);
  }
}

export const dropUnsent = (key: string) => sessionStorage.removeItem(key);

/** Who signs out leaves nothing behind in their tab, and in others nothing to whoever signs in there: `userId`. */
export function forgetUnsent(userId?: string) {
  const isTheirs = (key: string) => userId !== undefined && key.startsWith(unsentKey(userId, ''));
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && !isTheirs(key)) dropUnsent(key);
}
