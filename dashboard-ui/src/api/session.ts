const key = 'token';

const stored = () => localStorage.getItem(key) ?? '';

/** What this page speaks with once it has asked whose it is, whatever another tab stores later. Empty when that is over. */
let own: string | undefined;

/** The session token of this page; empty when nobody is signed in. */
export const sessionToken = () => own ?? stored();

/** To be called when it is asked whose session this is. */
export function holdSession() {
  own = stored();
}

export function storeSession(token: string) {
  own = undefined;
  localStorage.setItem(key, token);
}

/** Leaves alone what was stored instead of it since. */
export function forgetSession(token = sessionToken()) {
  if (sessionToken() === token) own = '';
  if (stored() === token) localStorage.removeItem(key);
}

/** What another tab has stored instead of the session that this page speaks for: empty where it has only ended it. */
export const changedElsewhere = (): string | undefined => (!own || own === stored() ? undefined : stored());
