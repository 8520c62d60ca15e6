import { backoff } from '../../shared/backoff';
import { Lines, type Frame } from './lines';
import type { Draft, Message, Mute, Person } from './message';
import { Refusal, type Ports, type Timer } from './ports';
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

/** How long an echo may take to come. */
const echoWithin = 8_000;
/** A name stays among those who type for so long after its last sign. */
const typingLasts = 5_000;
const typingEvery = 3_000;
const pageSize = 100;
/** The socket closes on frames of more than 16 KiB; those go by HTTP. */
const longestFrame = 15 * 1024;

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
  private failedSyncs = 0;
  private failedPosts = 0;
  private typingTimer: Timer | undefined;
  private syncTimer: Timer | undefined;
  private postTimer: Timer | undefined;
  private readonly echoTimers = new Map<string, Timer>();
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
  private readonly lines: Lines;
  private author: Person;
  private listeners: Listeners;

  /** `outbox`: what an earlier page of this browser could not send any more. */
  constructor(ports: Ports, author: Person, listeners: Listeners = {}, outbox: readonly Pending[] = []) {
    this.ports = ports;
    this.author = author;
    this.listeners = listeners;
    this.lines = new Lines(ports, () => this.author, {
      onReady: ({ revision }) => this.ready(revision),
      onFrame: (frame) => this.frame(frame),
      onSocketLost: () => this.resendUnechoed(),
      onChange: () => this.tell(),
      onSessionOver: () => this.sessionOver(),
    });
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
    this.lines.start();
  }

  stop() {
    this.running = false;
    this.lines.stop();
    this.resendUnechoed();
    for (const timer of [this.typingTimer, this.syncTimer, this.postTimer]) this.ports.clock.cancel(timer);
  }

  wake() {
    this.lines.wake();
  }

  listen(listeners: Listeners) {
    this.listeners = listeners;
  }

  rename(author: Person) {
    if (author.author === this.author.author && author.authorId === this.author.authorId) return;
    this.author = author;
    this.lines.send({ type: 'hello', data: author });
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
    if (!this.lines.send({ type: 'typing' })) this.ports.postTyping(this.author).catch(() => {});
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

  // What the lines say

  private sessionOver() {
    this.stop();
    this.tell();
    this.listeners.onSessionOver?.();
  }

  /** The indicator follows the lines. */
  private tell() {
    const { live } = this.lines;
    const status = live ? 'live' : 'reconnecting';
    if (status !== this.state.status) this.change({ status, ...(live ? {} : { typing: [] }) });
  }

  private frame(frame: Frame) {
    const data = frame.data as never;
    switch (frame.type) {
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
    }
  }

  private ready(revision: number) {
    this.told = Math.max(this.told, revision);
    this.behind = true;
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
    else this.listeners.onTrouble?.(message);
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
      this.lines.praise();
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
      const frame = { type: 'message', data: toOutgoing(one) };
      const fits = new TextEncoder().encode(JSON.stringify(frame)).length <= longestFrame;
      if (!this.lines.hasSocket || this.posting || !fits) {
        this.postSoon();
        return;
      }
      this.lines.send(frame);
      this.awaitEcho(one.clientId);
    }
  }

  private awaitEcho(clientId: string) {
    this.changeOne(clientId, { state: 'sent' });
    this.forgetEcho(clientId);
    const timer = this.ports.clock.after(echoWithin, () => {
      // The line is not what it seems.
      this.resendUnechoed();
      this.postSoon();
      this.lines.wake();
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

  /** Whether they arrived is not known; sending them again is safe, the server knows their client ids. */
  private resendUnechoed() {
    for (const clientId of this.echoTimers.keys()) this.forgetEcho(clientId);
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
