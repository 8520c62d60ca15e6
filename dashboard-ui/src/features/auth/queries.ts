import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

/** Who is signed in. Asked once: no retry, and not again on focus, reconnect or mount. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => api.get<Schema<'Me'>>('/api/user/me', { signal }),
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
  retryOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchOnMount: false,
});

export const logIn = (payload: Schema<'LoginRequest'>) =>
  api.post<Schema<'LoginResponse'>>('/api/auth/login', payload);

export const exchangeTicket = (ticket: string) =>
  api.post<Schema<'LoginResponse'>>('/api/auth/exchange', {
    token: ticket,
  } satisfies Schema<'ExchangeRequest'>);

/** Ends the given session on the server; what the browser stores is the caller's. */
export const logOut = (token: string) => api.post<Schema<'Ack'>>('/api/auth/logout', undefined, { token });

export const sessionIsLive = () =>
  api.get<Schema<'SelfResponse'>>('/api/auth/self').then(
    (self) => self.code === 200,
    () => false,
  );
