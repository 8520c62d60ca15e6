import type { Message } from './message';

/** A message for tests. Ids and revisions are one number until something changes. */
export function aMessage(id: number, changes: Partial<Message> = {}): Message {
  return {
    id: String(id),
    room: 'global',
    authorId: 'tidal-id',
    author: 'tidal',
    admin: false,
    content: `message ${id}`,
    createdAt: new Date(Date.UTC(2026, 10, 20, 9, id)).toISOString(),
    revision: id,
    editedAt: null,
    deleted: false,
    clientId: null,
    replyTo: null,
    mentions: [],
    attachments: [],
    ...changes,
  };
}
