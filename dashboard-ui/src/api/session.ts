import { inBrowser } from '../shared/browser-storage';

const key = 'token';

/** Where the last known answer to "is this session's user an admin?" is kept beside the token. */
const adminKey = 'admin';

const stored = () => inBrowser.get(key) ?? '';

/** Whether this browser would keep a session. */
export const canStoreSession = () => !inBrowser.isBlocked();

/**
 * The token that this page has checked and keeps using, even if another tab stores another one. Empty once that
 * session is over.
 */
let own: string | undefined;

/** The session token of this page; empty when nobody is signed in. */
export const sessionToken = () => own ?? stored();

/** Call this when the session is checked. */
export function holdSession() {
  own = stored();
}

export function storeSession(token: string) {
  own = undefined;
  inBrowser.remove(adminKey);
  localStorage.setItem(key, token);
}

/** Removes the token, unless another one was stored in its place since. */
export function forgetSession(token = sessionToken()) {
  if (sessionToken() === token) own = '';
  if (stored() !== token) return;
  inBrowser.remove(key);
  inBrowser.remove(adminKey);
}

/** Tells one token from another, and is of no use to whoever reads it. */
const markOf = (token: string) => token.slice(-6);

/** Keeps whether this session's user is an admin, for the next load of a page. */
export function rememberAdmin(admin: boolean) {
  // Not for a session that was stored while the answer was under way.
  if (!own || own !== stored()) return;
  if (admin) inBrowser.set(adminKey, markOf(own));
  else inBrowser.remove(adminKey);
}

/** What was last remembered for this session. May be wrong until the server has been asked. */
export function wasAdmin(): boolean {
  const token = sessionToken();
  return token !== '' && inBrowser.get(adminKey) === markOf(token);
}

/** The token that another tab has stored in place of this page's; empty if that tab has only signed out. */
export const changedElsewhere = (): string | undefined => (!own || own === stored() ? undefined : stored());
