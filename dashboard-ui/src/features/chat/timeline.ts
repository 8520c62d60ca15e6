import { room, type Draft, type Message, type Outgoing, type Person } from './message';

/** A message that this browser wrote and that the server has not sent back yet. */
export type Pending = {
  clientId: string;
  author: Person;
  draft: Draft;
  createdAt: string;
  /** `waiting` goes out with the next line, `sent` awaits its echo, `refused` was refused by the server. */
  state: 'waiting' | 'sent' | 'refused';
  /** Why it was refused. */
  reason?: string;
};

/** The messages that are known of the room. Never changed in place. */
export type Timeline = {
  /** In the room's order, without duplicates. */
  messages: readonly Message[];
  /** The id of the oldest message of the loaded history; undefined while none is loaded. */
  from: string | undefined;
  /** Messages older than `from` that were announced because they were changed. They are kept until their page is loaded. */
  early: readonly Message[];
  pending: readonly Pending[];
  /** Ids of deleted messages: an outdated copy must not bring them back. */
  gone: ReadonlySet<string>;
};

export const emptyTimeline: Timeline = {
  messages: [],
  from: undefined,
  early: [],
  pending: [],
  gone: new Set(),
};

/**
 * Takes in messages from any source: a frame, the missed changes, or the answer to a send. A known id updates that
 * message, if the copy is newer; the echo of a pending message replaces it.
 */
export function take(timeline: Timeline, incoming: readonly Message[]): Timeline {
  return incoming.reduce(takeOne, timeline);
}

/** Takes in a page of history. What is older than the page is not loaded yet. */
export function takePage(timeline: Timeline, page: readonly Message[]): Timeline {
  const { messages, early, from } = timeline;
  const first = page[0]?.id;
  const begins = first && !(from && compareIds(from, first) < 0) ? first : from;
  const known = [...early, ...messages].reduce(place, { ...timeline, messages: [], early: [], from: begins });
  const taken = take(known, page);
  // The page may quote an outdated copy of a message that was changed.
  return { ...taken, messages: early.reduce(quotedAnew, taken.messages) };
}

function takeOne(timeline: Timeline, one: Message): Timeline {
  const pending = withoutEchoed(timeline.pending, one);
  return place(pending === timeline.pending ? timeline : { ...timeline, pending }, one);
}

function place(timeline: Timeline, one: Message): Timeline {
  if (one.deleted) return drop(timeline, one.id);
  if (timeline.gone.has(one.id)) return timeline;
  if (timeline.from && compareIds(one.id, timeline.from) < 0) return keepEarly(timeline, one);
  const at = timeline.messages.findLastIndex(({ id }) => id === one.id);
  const known = timeline.messages[at];
  if (!known) return { ...timeline, messages: insert(timeline.messages, one) };
  // An outdated copy, from a page that was requested before the message was changed.
  if (one.revision <= known.revision) return timeline;
  return { ...timeline, messages: quotedAnew(timeline.messages.with(at, one), one) };
}

export function drop(timeline: Timeline, id: string): Timeline {
  if (timeline.gone.has(id)) return timeline;
  const messages = timeline.messages
    .filter((one) => one.id !== id)
    .map((one) =>
      one.replyTo?.id === id ? { ...one, replyTo: { ...one.replyTo, content: '', deleted: true } } : one,
    );
  return { ...timeline, messages, gone: new Set([...timeline.gone, id]) };
}

export function addPending(timeline: Timeline, one: Pending): Timeline {
  return { ...timeline, pending: [...timeline.pending, one] };
}

export function changePending(timeline: Timeline, clientId: string, change: Partial<Pending>): Timeline {
  const pending = timeline.pending.map((one) => (one.clientId === clientId ? { ...one, ...change } : one));
  return { ...timeline, pending };
}

export function removePending(timeline: Timeline, clientId: string): Timeline {
  return { ...timeline, pending: timeline.pending.filter((one) => one.clientId !== clientId) };
}

/** The message as it is sent to the server. Files without text are sent as their URLs. */
export function toOutgoing({ clientId, author, draft }: Pending): Outgoing {
  const attachments = draft.attachments.map(({ url }) => url);
  return {
    room,
    ...author,
    content: draft.content || attachments.join('\n'),
    clientId,
    replyTo: draft.replyTo?.id,
    mentions: draft.mentions,
    attachments,
  };
}

/** Ids are growing decimal numbers, so comparing them gives the room's order. */
function compareIds(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : Number(one > other);
}

function keepEarly(timeline: Timeline, one: Message): Timeline {
  const known = timeline.early.find(({ id }) => id === one.id);
  if (known && one.revision <= known.revision) return timeline;
  const early = [...timeline.early.filter((other) => other !== known), one];
  return { ...timeline, early, messages: quotedAnew(timeline.messages, one) };
}

function insert(messages: readonly Message[], one: Message): readonly Message[] {
  const before = messages.findLastIndex(({ id }) => compareIds(id, one.id) < 0);
  return messages.toSpliced(before + 1, 0, one);
}

function quotedAnew(messages: readonly Message[], edited: Message): readonly Message[] {
  return messages.map((message) => {
    if (message.replyTo?.id !== edited.id) return message;
    return { ...message, replyTo: { ...message.replyTo, content: edited.content } };
  });
}

/**
 * Removes the pending message that `echo` confirms. Without a client id it is the oldest one with the same author,
 * room and trimmed content.
 */
function withoutEchoed(pending: readonly Pending[], echo: Message): readonly Pending[] {
  const at = pending.findIndex((one) => {
    if (echo.clientId) return one.clientId === echo.clientId;
    const { authorId, content } = toOutgoing(one);
    return (
      one.state !== 'refused' &&
      authorId === echo.authorId &&
      room === echo.room &&
      content.trim() === echo.content.trim()
    );
  });
  return at < 0 ? pending : pending.toSpliced(at, 1);
}
