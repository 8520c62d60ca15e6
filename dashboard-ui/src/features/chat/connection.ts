import { backoff } from '../../shared/backoff';
import type { FrameOf, NewsFrame } from './frame';
import { Lines } from './lines';
import { pageSize, type Draft, type Members, type Message, type Mute, type Person } from './message';
import { Outbox } from './outbox';
import { authorTaken, isRefusal, type Ports, type Timer } from './ports';
import { Typing, type Typist } from './typing';
import {
  addPending,
  drop,
  emptyTimeline,
  removePending,
  take,
  takePage,
  type Pending,
  type Timeline,
} from './timeline';

const typingEvery = 3_000;

export type ChatState = {
  status: 'connecting' | 'live' | 'reconnecting';
  /** `failed` shows an empty list; it is retried when the next line is ready. */
  history: 'loading' | 'ready' | 'failed';
  /** `failed` is retried by a press, or once a line is ready again. */
  older: 'there' | 'loading' | 'failed' | 'none';
  timeline: Timeline;
  presence: Members;
  typing: readonly Typist[];
  /** The last mute frame of the current line. */
  mute: Mute | undefined;
  /** Whether the browser sends the session cookie where no header can be set: for pictures and videos. */
  carried: boolean;
};

export type Listeners = {
  /** Called for a new message of somebody else, but not for those that were loaded or caught up with. */
  onMessage?: (message: Message) => void;
  /** Called with the server's message for an error that is about none of our messages. */
  onTrouble?: (sentence: string) => void;
  onSessionOver?: () => void;
  /** Called when a line is ready again: frames that are sent only once may have been missed. */
  onLineAgain?: () => void;
  /** Called once when this person's author id belongs to another user; `rename` has to set a new id. */
  onAuthorTaken?: () => void;
};

/**
 * A person's connection to the room: a WebSocket or, where none can be opened, server-sent events and HTTP.
 * Independent of framework and browser; time, randomness and the network come in by `ports`.
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
    carried: false,
  };
  private readonly subscribers = new Set<() => void>();
  private running = false;
  private stood = false;
  private failedSyncs = 0;
  private syncTimer: Timer | undefined;
  private typedAt = -Infinity;
  private wasTaken = false;
  /** Every change up to this revision is in the timeline. */
  private revision: number | undefined;
  /** The highest revision that a line has told of. */
  private told = 0;
  /** True from the start of a line until the changes that were missed before it are loaded. */
  private behind = true;
  private syncing: Promise<void> | undefined;
  private loadingOlder: Promise<void> | undefined;

  private readonly ports: Ports;
  private readonly lines: Lines;
  private readonly outbox: Outbox;
  private readonly typing: Typing;
  private author: Person;
  private listeners: Listeners;

  /** `unsent`: messages that an earlier page of this browser did not get to send. */
  constructor(ports: Ports, author: Person, listeners: Listeners = {}, unsent: readonly Pending[] = []) {
    this.ports = ports;
    this.author = author;
    this.listeners = listeners;
    this.lines = new Lines(ports, () => this.author, {
      onPrepared: () => this.change({ carried: true }),
      onReady: ({ revision }) => this.ready(revision),
      onFrame: (frame) => this.frame(frame),
      onSocketLost: () => this.outbox.resendUnechoed(),
      onChange: () => this.tell(),
      onSessionOver: () => this.sessionOver(),
      onAuthorTaken: () => this.authorTaken(),
    });
    this.outbox = new Outbox(ports, this.lines, {
      timeline: () => this.state.timeline,
      change: (timeline) => this.change({ timeline }),
      isRunning: () => this.running,
      isLive: () => this.state.status === 'live',
      onAuthorTaken: () => this.authorTaken(),
    });
    this.typing = new Typing(ports.clock, (typing) => this.change({ typing }));
    this.state.timeline = unsent.reduce(
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
    this.outbox.stop();
    this.typing.clear();
    this.ports.clock.cancel(this.syncTimer);
  }

  wake() {
    this.lines.wake();
  }

  listen(listeners: Listeners) {
    this.listeners = listeners;
  }

  rename(author: Person) {
    const { authorId } = this.author;
    if (author.author === this.author.author && author.authorId === authorId) return;
    this.author = author;
    this.lines.rename();
    if (author.authorId !== authorId) void this.outbox.sendAs(author);
  }

  /** Shows the message at once and sends it as soon as possible. It is kept until then. */
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
    this.outbox.flush();
  }

  sendAgain(clientId: string) {
    this.outbox.sendAgain(clientId);
  }

  discard(clientId: string) {
    this.outbox.forgetEcho(clientId);
    this.change({ timeline: removePending(this.state.timeline, clientId) });
  }

  /** Tells the others that this person is typing, at most once every few seconds. */
  type() {
    const now = this.ports.clock.now();
    if (now - this.typedAt < typingEvery || this.state.status !== 'live') return;
    this.typedAt = now;
    if (!this.lines.send({ type: 'typing' })) this.ports.postTyping(this.author).catch(() => {});
  }

  /** Resolves once the next page is loaded or has failed. Calls in the meantime share the same request. */
  loadOlder(): Promise<void> {
    this.loadingOlder ??= this.askOlder().finally(() => (this.loadingOlder = undefined));
    return this.loadingOlder;
  }

  private async askOlder() {
    const { from } = this.state.timeline;
    if (!from || this.state.older === 'none') return;
    this.change({ older: 'loading' });
    try {
      const page = await this.ports.history(from);
      this.change({ older: olderAfter(page), timeline: takePage(this.state.timeline, page) });
    } catch {
      this.change({ older: 'failed' });
    }
  }

  /** Takes in the answer to one of this person's own calls, without waiting for its frame. */
  takeMessage(message: Message) {
    this.change({ timeline: take(this.state.timeline, [message]) });
  }

  takeDeletion(id: string) {
    this.change({ timeline: drop(this.state.timeline, id) });
  }

  // Frames and events of the lines

  private sessionOver() {
    this.stop();
    this.tell();
    this.listeners.onSessionOver?.();
  }

  private authorTaken() {
    if (this.wasTaken) return;
    this.wasTaken = true;
    this.listeners.onAuthorTaken?.();
  }

  /** Updates the status from the lines. */
  private tell() {
    const { live } = this.lines;
    const status = live ? 'live' : 'reconnecting';
    if (status === this.state.status) return;
    this.change({ status });
    if (!live) this.typing.clear();
  }

  private frame({ type, data }: NewsFrame): void {
    switch (type) {
      case 'message':
      case 'edit':
        return this.messageCame(data, type);
      case 'delete':
        return this.deletionCame(data);
      case 'presence':
        return this.change({ presence: data });
      case 'typing':
        return this.typingCame(data);
      case 'mute':
        return this.change({ mute: data });
      case 'error':
        return this.errorCame(data);
      default:
        return type satisfies never;
    }
  }

  private ready(revision: number) {
    this.told = Math.max(this.told, revision);
    this.behind = true;
    if (this.stood) {
      this.change({ mute: undefined });
      this.listeners.onLineAgain?.();
    }
    this.stood = true;
    void this.sync().then(() => this.outbox.flush());
  }

  private messageCame(message: Message, type: 'message' | 'edit') {
    const { timeline } = this.state;
    const isNew = !timeline.gone.has(message.id) && !timeline.messages.some(({ id }) => id === message.id);
    if (message.clientId) this.outbox.forgetEcho(message.clientId);
    this.change({ timeline: take(timeline, [message]) });
    this.typing.wrote(message.authorId);
    this.follow(message.revision);
    if (type === 'message' && isNew && message.authorId !== this.author.authorId)
      this.listeners.onMessage?.(message);
  }

  private deletionCame({ id, revision }: FrameOf<'delete'>['data']) {
    this.change({ timeline: drop(this.state.timeline, id) });
    this.follow(revision);
  }

  private typingCame(person: Person) {
    if (person.authorId !== this.author.authorId) this.typing.sign(person);
  }

  private errorCame(error: FrameOf<'error'>['data']) {
    if (!error) return;
    const { code, message, clientId } = error;
    if (clientId && code === 429) return this.outbox.tooMany(clientId);
    // A message without an echo is sent again, so only a refusal is final.
    if (clientId && !isRefusal(code)) return;
    if (clientId) this.outbox.refused(clientId, message);
    else if (message === authorTaken) this.authorTaken();
    else this.listeners.onTrouble?.(message);
  }

  // Catching up with missed changes

  /** Notes a frame's revision, but counts it as seen only when no change before it is missing. */
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
        // What the line announced while this answer was pending has also come by the line.
        revision = more ? reached : Math.max(reached, told);
      }
      this.revision = Math.max(revision, this.told);
      this.behind = false;
      this.failedSyncs = 0;
      if (this.state.older === 'failed') this.change({ older: 'there' });
      this.lines.resetBackoff();
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
      timeline: takePage(this.state.timeline, page),
    });
  }

  private change(change: Partial<ChatState>) {
    this.state = { ...this.state, ...change };
    for (const subscriber of this.subscribers) subscriber();
  }
}

const olderAfter = (page: Message[]) => (page.length < pageSize ? 'none' : 'there');
