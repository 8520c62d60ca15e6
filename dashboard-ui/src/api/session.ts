const key = 'token';

/** The session token of this browser; empty when nobody is signed in. */
export function sessionToken(): string {
  return localStorage.getItem(key) ?? '';
}

export function storeSession(token: string) {
  localStorage.setItem(key, token);
}

export function forgetSession() {
  localStorage.removeItem(key);
}
