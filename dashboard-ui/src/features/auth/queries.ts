import { queryOptions } from '@tanstack/react-query';
import { api, once } from '../../api/client';
import { holdSession, rememberAdmin } from '../../api/session';
import type { Schema } from '../../api/types';

/** Who is signed in. Asked once: no retry, and not again on focus, reconnect or mount. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  async queryFn({ signal }) {
    holdSession();
    const user = await api.get('/api/user/me', { signal, fetch: once });
    rememberAdmin(user.admin);
    return user;
  },
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
  retryOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchOnMount: false,
});

export const logIn = (body: Schema<'LoginRequest'>) => api.post('/api/auth/login', { body });

/** Without credentials: the user has not agreed to the new session yet, so its cookie must not replace the current one. */
export const exchangeTicket = (ticket: string) =>
  api.post('/api/auth/exchange', { body: { token: ticket }, credentials: 'omit' });

/** Ends the given session on the server. The caller removes what the browser stores. */
export const logOut = (token: string, credentials?: RequestCredentials) =>
  api.post('/api/auth/logout', { headers: { Authorization: token }, credentials });

/** The name of the user whose session this is. */
export const nameBehind = async (token: string) =>
  (await api.get('/api/user/me', { headers: { Authorization: token }, fetch: once })).username;
