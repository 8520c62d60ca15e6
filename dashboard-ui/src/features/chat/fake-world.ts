import type { Changes, Message, Outgoing, Person } from './message';
import type { Clock, LineEvents, Ports, Timer } from './ports';

/** A clock that tests move by hand. */
class FakeClock implements Clock {
  private time = Date.UTC(2026, 10, 20, 12);
  private nextId = 1;
  private timers: { id: number; at: number; run: () => void }[] = [];

  now = () => this.time;

  after = (ms: number, run: () => void): Timer => {
    const id = this.nextId++;
    this.timers.push({ id, at: this.time + ms, run });
    return id as unknown as Timer;
  };

  cancel = (timer: Timer | undefined) => {
    this.timers = this.timers.filter(({ id }) => id !== (timer as unknown as number));
  };

  async pass(ms: number) {
    const end = this.time + ms;
    for (;;) {
      const due = this.timers.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0];
      if (!due) break;
      this.time = due.at;
      this.cancel(due.id as unknown as Timer);
      due.run();
      await settle();
    }
    this.time = end;
  }

  get waiting() {
    return this.timers.length;
  }
}

/** Lets all pending promises run. */
export async function settle() {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

class FakeLine {
  readonly sent: { type: string; data: Outgoing }[] = [];
  closed = false;
  readonly author: Person;
  readonly events: LineEvents;

  constructor(author: Person, events: LineEvents) {
    this.author = author;
    this.events = events;
  }

  send = (frame: string) => void this.sent.push(JSON.parse(frame));
  close = () => void (this.closed = true);

  async says(type: string, data: object | null = {}) {
    this.events.onFrame({ type, data });
    await settle();
  }

  async breaks(over = false, refusal?: string) {
    this.events.onClose({ over, ...(refusal && { refusal }) });
    await settle();
  }
}

/** A server and a network that tests control. */
export class FakeWorld {
  readonly clock = new FakeClock();
  readonly sockets: FakeLine[] = [];
  readonly streams: FakeLine[] = [];
  readonly posted: Outgoing[] = [];
  /** The messages that the server has. */
  stored: Message[] = [];
  asked: string[] = [];
  reachable = true;
  /** The error that a post is answered with, if any. */
  refusal: Error | undefined;
  private ids = 0;

  readonly ports: Ports = {
    clock: this.clock,
    random: () => 0,
    newId: () => `client-${++this.ids}`,
    prepare: async () => void this.asked.push('prepare'),
    openSocket: (author, events) => opened(this.sockets, author, events),
    openStream: (author, events) => opened(this.streams, author, events),
    history: async (before) => {
      this.ask(before ? `history before ${before}` : 'history');
      const older = this.stored.filter(({ id }) => !before || Number(id) < Number(before));
      return older.slice(-100);
    },
    changes: async (after): Promise<Changes> => {
      this.ask(`changes after ${after}`);
      const missed = this.stored
        .filter(({ revision }) => revision > after)
        .toSorted((one, other) => one.revision - other.revision);
      const messages = missed.slice(0, 2);
      return { messages, revision: messages.at(-1)?.revision ?? after, more: missed.length > 2 };
    },
    post: async (outgoing) => {
      this.ask(`post ${outgoing.content}`);
      if (this.refusal) throw this.refusal;
      this.posted.push(outgoing);
      return this.store(outgoing);
    },
    postTyping: async () => void this.asked.push('typing'),
  };

  get socket() {
    return this.sockets.at(-1)!;
  }

  get stream() {
    return this.streams.at(-1)!;
  }

  get revision() {
    return Math.max(0, ...this.stored.map(({ revision }) => revision));
  }

  /** Stores a message as the server does: the same client id twice is one message. */
  store({ content, authorId, author, clientId }: Partial<Outgoing>): Message {
    const known = this.stored.find((one) => clientId && one.clientId === clientId);
    if (known) return known;
    const revision = this.revision + 1;
    const message: Message = {
      id: String(revision),
      room: 'global',
      authorId: authorId ?? 'tidal-id',
      author: author ?? 'tidal',
      admin: false,
      content: content ?? '',
      createdAt: new Date(this.clock.now()).toISOString(),
      revision,
      editedAt: null,
      deleted: false,
      clientId: clientId ?? null,
      replyTo: null,
      mentions: [],
      attachments: [],
    };
    this.stored.push(message);
    return message;
  }

  private ask(what: string) {
    this.asked.push(what);
    if (!this.reachable) throw new TypeError('Failed to fetch');
  }
}

function opened(lines: FakeLine[], author: Person, events: LineEvents): FakeLine {
  const line = new FakeLine(author, events);
  lines.push(line);
  return line;
}
