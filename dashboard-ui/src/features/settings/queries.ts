import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.get('/api/user/settings', { signal }),
});

/** Invalidates the old code at once, and ends the user's other sessions. */
export const resetAccessCode = () => api.post('/api/user/reset-access-code');

/** The user's sessions, last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.get('/api/user/sessions', { signal }),
});

export const endSession = (id: string) => api.delete('/api/user/sessions/{id}', { params: { path: { id } } });

export const signOutEverywhere = () => api.post('/api/user/sign-out-everywhere');
