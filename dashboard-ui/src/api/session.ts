import { inBrowser } from '../shared/browser-storage';

const key = 'token';

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
  localStorage.setItem(key, token);
}

/** Removes the token, unless another one was stored in its place since. */
export function forgetSession(token = sessionToken()) {
  if (sessionToken() === token) own = '';
  if (stored() === token) inBrowser.remove(key);
}

/** The token that another tab has stored in place of this page's; empty if that tab has only signed out. */
export const changedElsewhere = (): string | undefined => (!own || own === stored() ? undefined : stored());
