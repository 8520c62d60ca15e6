import { queryOptions } from '@tanstack/react-query';
import { useConfig } from '../../api/bootstrap';
import { api, ApiError } from '../../api/client';
import type { Schema } from '../../api/types';
import {
  pageSize,
  readMessage,
  room,
  type AnsweredMessage,
  type Attachment,
  type Mute,
  type Outgoing,
  type Person,
} from './message';

export type RoomInfo = Schema<'ChatRoom'>;
export type Preview = Schema<'LinkPreview'>;

/** The chat's host. Empty unless the chat has a host of its own. */
export const useChatHost = (): string => useConfig().chatUrl ?? '';

export const roomQuery = (host: string) =>
  queryOptions({
    queryKey: ['chat', 'room'],
    queryFn: async ({ signal }) => {
      const info = await api.get('/api/chat/room', { params: { query: { room } }, baseUrl: host, signal });
      return { ...info, aheadMs: Date.parse(info.now) - Date.now() };
    },
  });

/** The answer is kept, also when there is no preview. */
export const previewQuery = (host: string, url: string) =>
  queryOptions({
    queryKey: ['link preview', url],
    queryFn: ({ signal }) =>
      api.get('/api/link/preview', { params: { query: { url } }, baseUrl: host, signal }),
    staleTime: Infinity,
    gcTime: Infinity,
    // Too many previews at once are refused for a moment, so those are retried.
    retry: (_, error) => error instanceof ApiError && error.status === 429,
    retryDelay: 10_000,
  });

export const mutesQuery = (host: string) =>
  queryOptions({
    queryKey: ['chat', 'mutes'],
    queryFn: ({ signal }) => api.get('/api/chat/mutes', { baseUrl: host, signal }),
  });

/** Sets the session cookie for requests that cannot carry a header: sockets, pictures, videos. */
export const carrySession = (host: string) =>
  api.post('/api/chat/session', { baseUrl: host, credentials: 'include' });

/** The newest page of messages, or the one before the message with the id `before`. */
export const fetchHistory = (host: string, before?: string) => {
  const query = { room, limit: pageSize, before: before === undefined ? undefined : Number(before) };
  return api.get('/api/chat/history', { params: { query }, baseUrl: host }).then(readMessages);
};

export const fetchChanges = (host: string, after: number) =>
  api.get('/api/chat/changes', { params: { query: { room, after } }, baseUrl: host });

export const sendMessage = (host: string, body: Outgoing) =>
  api.post('/api/chat/send', { body, baseUrl: host }).then(({ data }) => readMessage(data));

const readMessages = (messages: readonly AnsweredMessage[]) => messages.map(readMessage);

export const sendTyping = (host: string, author: Person) =>
  api.post('/api/chat/typing', { body: author, baseUrl: host });

export const editMessage = (host: string, id: string, content: string) =>
  api
    .put('/api/chat/messages/{id}', { params: { path: { id } }, body: { content }, baseUrl: host })
    .then(({ data }) => data);

export const deleteMessage = (host: string, id: string) =>
  api.delete('/api/chat/messages/{id}', { params: { path: { id } }, baseUrl: host });

/** Without minutes the mute lasts until it is lifted. */
export const muteAuthor = (host: string, authorId: string, minutes?: number) =>
  api.put('/api/chat/authors/{authorId}/mute', {
    params: { path: { authorId } },
    body: { minutes },
    baseUrl: host,
  });

export const unmuteAuthor = (host: string, authorId: string) =>
  api.delete('/api/chat/authors/{authorId}/mute', { params: { path: { authorId } }, baseUrl: host });

/** Deletes an upload that no message uses. */
export const deleteUpload = (host: string, { url }: Attachment) =>
  api.delete('/api/chat/upload/{name}', {
    params: { path: { name: url.split('/').pop() ?? '' } },
    baseUrl: host,
  });

/** Completes the URL of a file: relative ones belong to the chat's host. */
export const onHost = (host: string, url: string) => (url.startsWith('/') ? host + url : url);

export const toMute = (muted: RoomInfo['muted']): Mute => ({
  muted: muted !== null,
  until: muted?.until ?? null,
});
