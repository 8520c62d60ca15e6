import { room, type Message } from './message';
import type { Pending, Timeline } from './timeline';

/** A message as the room shows it. */
export type Shown = {
  key: string;
  message: Message;
  /** Undefined for a message that the server has. */
  pending?: Pending;
  /** Whether it is the first or the last message of its group. */
  first: boolean;
  last: boolean;
};

export type Row =
  | { kind: 'day'; key: string; time: string }
  | { kind: 'unread'; key: string }
  | { kind: 'group'; key: string; authorId: string; author: string; messages: Shown[] };

const together = 5 * 60_000;

/**
 * The rows of the room from top to bottom: a line for each day, a line before the messages since the last visit, and
 * groups of messages that one person wrote within five minutes. Pending messages come last.
 */
export function layOut({ messages, pending }: Timeline, lastRead: string | undefined, me: string): Row[] {
  const rows: Row[] = [];
  const firstUnread = unreadFrom(messages, lastRead, me);
  let previous: Message | undefined;
  for (const shown of [...messages.map(ofMessage), ...pending.map(ofPending)]) {
    const { message } = shown;
    const newDay = !previous || dayOf(previous.createdAt) !== dayOf(message.createdAt);
    if (newDay) rows.push({ kind: 'day', key: `day ${dayOf(message.createdAt)}`, time: message.createdAt });
    if (message.id === firstUnread) rows.push({ kind: 'unread', key: 'unread' });
    const group = rows.at(-1);
    if (group?.kind === 'group' && previous && belongsTo(previous, message)) {
      group.messages.at(-1)!.last = false;
      group.messages.push({ ...shown, first: false });
    } else {
      const { authorId, author } = message;
      rows.push({ kind: 'group', key: `from ${shown.key}`, authorId, author, messages: [shown] });
    }
    previous = message;
  }
  return rows;
}

/** How many messages of others came after the last one that was read. */
export function countUnread(messages: readonly Message[], lastRead: string | undefined, me: string): number {
  const first = unreadFrom(messages, lastRead, me);
  const from = messages.findIndex(({ id }) => id === first);
  return from < 0 ? 0 : messages.slice(from).filter(({ authorId }) => authorId !== me).length;
}

function unreadFrom(messages: readonly Message[], lastRead: string | undefined, me: string) {
  if (lastRead === undefined) return undefined;
  const read = Date.parse(lastRead);
  const after = messages.findIndex(({ createdAt }) => Date.parse(createdAt) > read);
  return after < 0 ? undefined : messages.slice(after).find(({ authorId }) => authorId !== me)?.id;
}

function belongsTo(previous: Message, message: Message): boolean {
  const apart = Date.parse(message.createdAt) - Date.parse(previous.createdAt);
  return (
    previous.authorId === message.authorId && previous.author === message.author && Math.abs(apart) < together
  );
}

/** The calendar day in the reader's time zone. */
function dayOf(time: string): string {
  return new Date(time).toDateString();
}

function ofMessage(message: Message): Shown {
  return { key: keyOf(message), message, first: true, last: true };
}

function ofPending(pending: Pending): Shown {
  const { clientId, author, draft, createdAt } = pending;
  const message: Message = {
    ...draft,
    ...author,
    id: `pending ${clientId}`,
    room,
    admin: false,
    createdAt,
    revision: 0,
    editedAt: null,
    deleted: false,
    clientId,
  };
  return { key: keyOf(message), message, pending, first: true, last: true };
}

/** A row key that stays the same when a pending message becomes a stored one. A client id is unique per author. */
function keyOf({ id, clientId, authorId }: Message): string {
  return clientId ? `${authorId} ${clientId}` : id;
}
