import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

export const settingsQuery = queryOptions({
  queryKey: ['settings', 'user'],
  queryFn: ({ signal }) => api.get<Schema<'UserSettings'>>('/api/user/settings', { signal }),
});

/** The old code stops working at once, and so do the user's other sessions. */
export const resetAccessCode = () => api.post<Schema<'AccessCodeReset'>>('/api/user/reset-access-code');

/** Where the user is signed in, the last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.get<Schema<'SessionInfo'>[]>('/api/user/sessions', { signal }),
});

export const endSession = (id: string) =>
  api.delete<Schema<'Ack'>>(`/api/user/sessions/${encodeURIComponent(id)}`);

export const signOutEverywhere = () => api.post<Schema<'Ack'>>('/api/user/sign-out-everywhere');
