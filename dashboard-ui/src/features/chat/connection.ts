import { backoff } from './backoff';
import type { Changes, Draft, Message, Mute, Outgoing, Person } from './message';
import {
  addPending,
  changePending,
  drop,
  emptyTimeline,
  removePending,
  take,
  toOutgoing,
  type Pending,
  type Timeline,
} from './timeline';

/** How long the socket may take to open, an echo to come, a line to answer. */
const openWithin = 6_000;
const echoWithin = 8_000;
const answerWithin = 5_000;
/** A name stays among those who type for so long after its last sign. */
const typingLasts = 5_000;
const typingEvery = 3_000;
export const pageSize = 100;
/** The socket closes on frames of more than 16 KiB; those go by HTTP. */
const longestFrame = 15 * 1024;

export type Timer = ReturnType<typeof setTimeout>;
export type Clock = {
  now: () => number;
  after: (ms: number, run: () => void) => Timer;
  cancel: (timer: Timer | undefined) => void;
};

export type LineEvents = {
  onFrame: (frame: unknown) => void;
  /** Once, for a line that ends as for one that never stood. `over`: the session is. */
  onClose: (why: { over: boolean }) => void;
};
export type Line = { close: () => void };
export type Socket = Line & { send: (frame: string) => void };

/** A send that the server answered with no. Everything else that is thrown means: no answer. */
export class Refusal extends Error {}

/** What a connection needs of the world. */
export type Ports = {
  clock: Clock;
  random: () => number;
  newId: () => string;
  /** Before the first line: makes the browser carry the session where no header can. */
  prepare: () => Promise<unknown>;
  openSocket: (author: Person, events: LineEvents) => Socket;
  openStream: (author: Person, events: LineEvents) => Line;
  history: (before?: string) => Promise<Message[]>;
  changes: (after: number) => Promise<Changes>;
  post: (outgoing: Outgoing) => Promise<Message>;
  postTyping: (author: Person) => Promise<unknown>;
};

export type Typist = Person & { until: number };

export type ChatState = {
  status: 'connecting' | 'live' | 'reconnecting';
  /** `failed` shows an empty list, and is asked for again with the next line. */
  history: 'loading' | 'ready' | 'failed';
  older: 'there' | 'loading' | 'none';
  timeline: Timeline;
  presence: { count: number; members: Person[] };
  typing: readonly Typist[];
  mute: Mute | undefined;
};

export type Listeners = {
  /** Somebody else's message, as it happens: not what was loaded or caught up with. */
  onMessage?: (message: Message) => void;
  /** The server's sentence about something that is no message of ours. */
  onTrouble?: (sentence: string) => void;
  onSessionOver?: () => void;
};

/**
 * A person's line to the room: a WebSocket, where none stands server-sent events and HTTP. Knows no framework and no
 * browser; time, chance and the outside come in by `ports`.
 */
export class ChatConnection {
  private state: ChatState = {
    status: 'connecting',
    history: 'loading',
    older: 'none',
    timeline: emptyTimeline,
    presence: { count: 0, members: [] },
    typing: [],
    mute: undefined,
  };
  private readonly subscribers = new Set<() => void>();
  private running = false;
  private socket: Socket | undefined;
  private socketOpen = false;
  private stream: Line | undefined;
  private streamOpen = false;
  private failures = 0;
  private failedSyncs = 0;
  private failedPosts = 0;
  private retryTimer: Timer | undefined;
  private openTimer: Timer | undefined;
  private answerTimer: Timer | undefined;
  private typingTimer: Timer | undefined;
  private syncTimer: Timer | undefined;
  private postTimer: Timer | undefined;
  private readonly echoTimers = new Map<string, Timer>();
  private pinged = false;
  private typedAt = -Infinity;
  /** Every change up to this revision is in the timeline. */
  private revision: number | undefined;
  /** The highest revision that a line has told of. */
  private told = 0;
  /** From the start of a line until what was missed before it is there. */
  private behind = true;
  private syncing: Promise<void> | undefined;
  private posting: Promise<void> | undefined;

  private readonly ports: Ports;
  private author: Person;
  private listeners: Listeners;

  /** `outbox`: what an earlier page of this browser could not send any more. */
  constructor(ports: Ports, author: Person, listeners: Listeners = {}, outbox: readonly Pending[] = []) {
    this.ports = ports;
    this.author = author;
    this.listeners = listeners;
    this.state.timeline = outbox.reduce(
      (timeline, one) => addPending(timeline, one.state === 'sent' ? { ...one, state: 'waiting' } : one),
      emptyTimeline,
    );
  }

  getState = (): ChatState => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.subscribers.add(listener);
    return () => this.subscribers.delete(listener);
  };

  start() {
    if (this.running) return;
    this.running = true;
    void this.sync();
    const go = () => {
      if (this.running && !this.socket) this.openSocket();
    };
    this.ports.prepare().then(go, go);
  }

  stop() {
    this.running = false;
    const timers = [
      this.retryTimer,
      this.openTimer,
      this.answerTimer,
      this.typingTimer,
      this.syncTimer,
      this.postTimer,
      ...this.echoTimers.values(),
    ];
    for (const timer of timers) this.ports.clock.cancel(timer);
    this.echoTimers.clear();
    this.dropSocket();
    this.dropStream();
  }

  /** The page was woken or the network came back: look whether the line still stands, and do not wait for the next try. */
  wake() {
    if (!this.running) return;
    if (this.socketOpen) {
      this.socket?.send(JSON.stringify({ type: 'ping' }));
      this.pinged = true;
      this.ports.clock.cancel(this.answerTimer);
      this.answerTimer = this.ports.clock.after(answerWithin, () => this.socketClosed({ over: false }));
    } else {
      this.failures = 0;
      if (!this.socket) this.openSocket();
    }
  }

  listen(listeners: Listeners) {
    this.listeners = listeners;
  }

  rename(author: Person) {
    if (author.author === this.author.author && author.authorId === this.author.authorId) return;
    this.author = author;
    if (this.socketOpen) this.socket?.send(JSON.stringify({ type: 'hello', data: author }));
  }

  /** Shows the message at once and sends it when it can be sent. Nothing is lost meanwhile. */
  send(draft: Draft) {
    const pending: Pending = {
      clientId: this.ports.newId(),
      author: this.author,
      draft,
      createdAt: new Date(this.ports.clock.now()).toISOString(),
      state: 'waiting',
    };
    this.typedAt = -Infinity;
    this.change({ timeline: addPending(this.state.timeline, pending) });
    this.flush();
  }

  sendAgain(clientId: string) {
    this.changeOne(clientId, { state: 'waiting', reason: undefined });
    this.flush();
  }

  discard(clientId: string) {
    this.forgetEcho(clientId);
    this.change({ timeline: removePending(this.state.timeline, clientId) });
  }

  /** Tells the others that something is being written, every few seconds at most. */
  type() {
    const now = this.ports.clock.now();
    if (now - this.typedAt < typingEvery || this.state.status !== 'live') return;
    this.typedAt = now;
    if (this.socketOpen) this.socket?.send(JSON.stringify({ type: 'typing' }));
    else this.ports.postTyping(this.author).catch(() => {});
  }

  async loadOlder() {
    const oldest = this.state.timeline.messages[0];
    if (!oldest || this.state.older !== 'there') return;
    this.change({ older: 'loading' });
    try {
      const page = await this.ports.history(oldest.id);
      this.change({ older: olderAfter(page), timeline: take(this.state.timeline, page) });
    } catch {
      this.change({ older: 'there' });
    }
  }

  /** What a call of this person's own has answered: no need to wait for its frame. */
  takeMessage(message: Message) {
    this.change({ timeline: take(this.state.timeline, [message]) });
  }

  takeDeletion(id: string) {
    this.change({ timeline: drop(this.state.timeline, id) });
  }

  takeMute(mute: Mute) {
    this.change({ mute });
  }

  // The lines

  private openSocket() {
    this.ports.clock.cancel(this.retryTimer);
    this.openTimer = this.ports.clock.after(openWithin, () => this.socketClosed({ over: false }));
    let mine: Socket | undefined = undefined;
    // A line that was given up says nothing more.
    const current = () => mine === undefined || this.socket === mine;
    mine = this.ports.openSocket(this.author, {
      onFrame: (frame) => current() && this.frame(frame, 'socket'),
      onClose: (why) => current() && this.socketClosed(why),
    });
    this.socket = mine;
  }

  private socketClosed(why: { over: boolean }) {
    this.dropSocket();
    for (const clientId of this.echoTimers.keys()) this.forgetEcho(clientId);
    // Whether they arrived is not known; sending them again is safe, the server knows their client ids.
    this.resendUnechoed();
    if (why.over) return this.sessionOver();
    if (!this.running) return;
    if (!this.stream) this.openStream();
    this.tell();
    this.retryLater();
  }

  private openStream() {
    let mine: Line | undefined = undefined;
    const current = () => mine === undefined || this.stream === mine;
    mine = this.ports.openStream(this.author, {
      onFrame: (frame) => current() && this.frame(frame, 'stream'),
      onClose: (why) => {
        if (!current()) return;
        const stood = this.streamOpen;
        this.dropStream();
        if (why.over) return this.sessionOver();
        this.tell();
        if (stood && !this.socket) {
          this.failures = 0;
          this.retryLater();
        }
      },
    });
    this.stream = mine;
  }

  private retryLater() {
    this.ports.clock.cancel(this.retryTimer);
    const wait = backoff(this.failures++, this.ports.random);
    this.retryTimer = this.ports.clock.after(wait, () => {
      if (this.running && !this.socket) this.openSocket();
    });
  }

  private dropSocket() {
    this.ports.clock.cancel(this.openTimer);
    this.ports.clock.cancel(this.answerTimer);
    const socket = this.socket;
    this.socket = undefined;
    this.socketOpen = false;
    socket?.close();
  }

  private dropStream() {
    const stream = this.stream;
    this.stream = undefined;
    this.streamOpen = false;
    stream?.close();
  }

  private sessionOver() {
    this.stop();
    this.tell();
    this.listeners.onSessionOver?.();
  }

  /** The indicator follows the lines. */
  private tell() {
    const live = this.socketOpen || this.streamOpen;
    const status = live ? 'live' : 'reconnecting';
    if (status !== this.state.status) this.change({ status, ...(live ? {} : { typing: [] }) });
  }

  // What the lines say

  private frame(frame: unknown, from: 'socket' | 'stream') {
    this.ports.clock.cancel(this.answerTimer);
    if (!isFrame(frame)) return;
    const data = frame.data as never;
    switch (frame.type) {
      case 'ready':
        return this.ready(data, from);
      case 'message':
      case 'edit':
        return this.messageCame(data, frame.type);
      case 'delete':
        return this.deletionCame(data);
      case 'presence':
        return this.change({ presence: data });
      case 'typing':
        return this.someoneTypes(data);
      case 'mute':
        return this.takeMute(data);
      case 'error':
        return this.errorCame(data);
      case 'pong':
        this.pinged = false;
    }
  }

  private ready({ revision }: { revision: number }, from: 'socket' | 'stream') {
    if (from === 'socket') {
      this.ports.clock.cancel(this.openTimer);
      this.socketOpen = true;
      this.dropStream();
    } else {
      this.streamOpen = true;
    }
    this.told = Math.max(this.told, revision);
    this.behind = true;
    this.tell();
    void this.sync().then(() => this.flush());
  }

  private messageCame(message: Message, type: 'message' | 'edit') {
    const { timeline } = this.state;
    const isNew = !timeline.gone.has(message.id) && !timeline.messages.some(({ id }) => id === message.id);
    if (message.clientId) this.forgetEcho(message.clientId);
    const typing = this.state.typing.filter(({ authorId }) => authorId !== message.authorId);
    this.change({ timeline: take(timeline, [message]), typing });
    this.follow(message.revision);
    if (type === 'message' && isNew && message.authorId !== this.author.authorId)
      this.listeners.onMessage?.(message);
  }

  private deletionCame({ id, revision }: { id: string; revision: number }) {
    this.change({ timeline: drop(this.state.timeline, id) });
    this.follow(revision);
  }

  private someoneTypes(person: Person) {
    if (person.authorId === this.author.authorId) return;
    const others = this.state.typing.filter(({ authorId }) => authorId !== person.authorId);
    this.change({ typing: [...others, { ...person, until: this.ports.clock.now() + typingLasts }] });
    this.typingFades();
  }

  private typingFades() {
    const now = this.ports.clock.now();
    const typing = this.state.typing.filter(({ until }) => until > now);
    this.change({ typing });
    this.ports.clock.cancel(this.typingTimer);
    if (typing.length === 0) return;
    const next = Math.min(...typing.map(({ until }) => until));
    this.typingTimer = this.ports.clock.after(next - now, () => this.typingFades());
  }

  private errorCame({ message, clientId }: { message: string; clientId: string | null }) {
    if (clientId) this.refused(clientId, message);
    // A server that does not know the question has answered, too.
    else if (!this.pinged) this.listeners.onTrouble?.(message);
    this.pinged = false;
  }

  // What was missed

  /** A frame counts as seen only when nothing before it is missing. */
  private follow(revision: number) {
    this.told = Math.max(this.told, revision);
    if (!this.behind && this.revision !== undefined) this.revision = Math.max(this.revision, revision);
  }

  private sync(): Promise<void> {
    this.syncing ??= this.catchUp().finally(() => (this.syncing = undefined));
    return this.syncing;
  }

  private async catchUp() {
    this.ports.clock.cancel(this.syncTimer);
    try {
      if (this.revision === undefined) await this.loadNewest();
      let revision = this.revision ?? 0;
      while (this.running && revision < this.told) {
        const told = this.told;
        const { messages, more, revision: reached } = await this.ports.changes(revision);
        this.change({ timeline: take(this.state.timeline, messages) });
        // What a line told of while this answer was on its way came by that line.
        revision = more ? reached : Math.max(reached, told);
      }
      this.revision = Math.max(revision, this.told);
      this.behind = false;
      this.failedSyncs = 0;
      if (this.socketOpen) this.failures = 0;
    } catch {
      if (this.revision === undefined) this.change({ history: 'failed' });
      if (!this.running) return;
      const wait = backoff(this.failedSyncs++, this.ports.random);
      this.syncTimer = this.ports.clock.after(wait, () => void this.sync());
    }
  }

  private async loadNewest() {
    const page = await this.ports.history();
    this.revision = Math.max(0, ...page.map(({ revision }) => revision));
    this.change({
      history: 'ready',
      older: olderAfter(page),
      timeline: take(this.state.timeline, page),
    });
  }

  // What goes out

  /** Sends what waits, in the order in which it was written. */
  private flush() {
    if (!this.running) return;
    for (const one of this.state.timeline.pending) {
      if (one.state !== 'waiting') continue;
      const frame = JSON.stringify({ type: 'message', data: toOutgoing(one) });
      const fits = new TextEncoder().encode(frame).length <= longestFrame;
      if (!this.socketOpen || this.posting || !fits) {
        this.postSoon();
        return;
      }
      this.socket?.send(frame);
      this.awaitEcho(one.clientId);
    }
  }

  private awaitEcho(clientId: string) {
    this.changeOne(clientId, { state: 'sent' });
    this.forgetEcho(clientId);
    const timer = this.ports.clock.after(echoWithin, () => {
      // The line is not what it seems.
      this.forgetEcho(clientId);
      this.resendUnechoed();
      this.postSoon();
      this.wake();
    });
    this.echoTimers.set(clientId, timer);
  }

  private postSoon() {
    this.posting ??= this.postWaiting().finally(() => (this.posting = undefined));
  }

  /** One after the other by HTTP. What gets no answer waits for the next line. */
  private async postWaiting() {
    for (;;) {
      const next = this.state.timeline.pending.find(({ state }) => state === 'waiting');
      if (!next || !this.running) return;
      this.changeOne(next.clientId, { state: 'sent' });
      try {
        this.takeMessage(await this.ports.post(toOutgoing(next)));
        this.failedPosts = 0;
      } catch (error) {
        if (!(error instanceof Refusal)) {
          this.changeOne(next.clientId, { state: 'waiting' });
          this.postLater();
          return;
        }
        this.refused(next.clientId, error.message);
      }
    }
  }

  /** A live line does not come back to flush what a lost answer left behind. */
  private postLater() {
    if (this.state.status !== 'live') return;
    this.ports.clock.cancel(this.postTimer);
    const wait = backoff(this.failedPosts++, this.ports.random);
    this.postTimer = this.ports.clock.after(wait, () => this.flush());
  }

  private refused(clientId: string, reason: string) {
    this.forgetEcho(clientId);
    this.changeOne(clientId, { state: 'refused', reason });
  }

  private resendUnechoed() {
    for (const one of this.state.timeline.pending)
      if (one.state === 'sent') this.changeOne(one.clientId, { state: 'waiting' });
  }

  private forgetEcho(clientId: string) {
    this.ports.clock.cancel(this.echoTimers.get(clientId));
    this.echoTimers.delete(clientId);
  }

  private changeOne(clientId: string, change: Partial<Pending>) {
    this.change({ timeline: changePending(this.state.timeline, clientId, change) });
  }

  private change(change: Partial<ChatState>) {
    this.state = { ...this.state, ...change };
    for (const subscriber of this.subscribers) subscriber();
  }
}

const olderAfter = (page: Message[]) => (page.length < pageSize ? 'none' : 'there');

function isFrame(frame: unknown): frame is { type: string; data: unknown } {
  return typeof frame === 'object' && frame !== null && 'type' in frame && typeof frame.type === 'string';
}
