import { queryOptions } from '@tanstack/react-query';
import { useConfig } from '../../api/bootstrap';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';
import {
  room,
  type Attachment,
  type Changes,
  type Message,
  type Mute,
  type Outgoing,
  type Person,
} from './message';

export type RoomInfo = Schema<'ChatRoom'>;
export type Preview = Schema<'LinkPreview'>;

/** Chat may have a host of its own; empty: it is this one. */
export const useChatHost = (): string => useConfig().chatUrl ?? '';

const here = `room=${room}`;
const messagePath = (host: string, id: string) => `${host}/api/chat/messages/${encodeURIComponent(id)}`;
const mutePath = (host: string, authorId: string) =>
  `${host}/api/chat/authors/${encodeURIComponent(authorId)}/mute`;

export const roomQuery = (host: string) =>
  queryOptions({
    queryKey: ['chat', 'room'],
    queryFn: async ({ signal }) => {
      const info = await api.get<RoomInfo>(`${host}/api/chat/room?${here}`, { signal });
      return { ...info, aheadMs: Date.parse(info.now) - Date.now() };
    },
  });

/** Whether it is there or not is asked once. */
export const previewQuery = (host: string, url: string) =>
  queryOptions({
    queryKey: ['link preview', url],
    queryFn: ({ signal }) =>
      api.get<Preview>(`${host}/api/link/preview?url=${encodeURIComponent(url)}`, { signal }),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });

export const mutesQuery = (host: string) =>
  queryOptions({
    queryKey: ['chat', 'mutes'],
    queryFn: ({ signal }) => api.get<Schema<'Mutes'>>(`${host}/api/chat/mutes`, { signal }),
  });

/** Gives the browser the session where it cannot send a header: sockets, pictures, videos. */
export const carrySession = (host: string) =>
  api.post<Schema<'Ack'>>(`${host}/api/chat/session`, undefined, { credentials: 'include' });

export const fetchHistory = (host: string, before?: string) =>
  api.get<Message[]>(`${host}/api/chat/history?${here}${before ? `&before=${before}` : ''}`);

export const fetchChanges = (host: string, after: number) =>
  api.get<Changes>(`${host}/api/chat/changes?${here}&after=${after}`);

export const sendMessage = (host: string, message: Outgoing) =>
  api.post<Schema<'Sent'>>(`${host}/api/chat/send`, message).then(({ data }) => data);

export const sendTyping = (host: string, author: Person) =>
  api.post<Schema<'Ack'>>(`${host}/api/chat/typing`, { room, ...author });

export const editMessage = (host: string, id: string, content: string) =>
  api.put<Schema<'Sent'>>(messagePath(host, id), { content }).then(({ data }) => data);

export const deleteMessage = (host: string, id: string) => api.delete<Schema<'Ack'>>(messagePath(host, id));

/** Without minutes it lasts until it is taken back. */
export const muteAuthor = (host: string, authorId: string, minutes?: number) =>
  api.put<Schema<'Ack'>>(mutePath(host, authorId), { minutes });

export const unmuteAuthor = (host: string, authorId: string) =>
  api.delete<Schema<'Ack'>>(mutePath(host, authorId));

/** Takes back a file that no message holds. */
export const deleteUpload = (host: string, { url }: Attachment) =>
  api.delete<Schema<'Ack'>>(`${host}/api/chat/upload/${encodeURIComponent(url.split('/').pop() ?? '')}`);

/** Addresses of files are the chat host's. */
export const onHost = (host: string, url: string) => (url.startsWith('/') ? host + url : url);

export const toMute = (muted: RoomInfo['muted']): Mute => ({
  muted: muted !== null,
  until: muted?.until ?? null,
});
