import { backoff } from '../../shared/backoff';
import { parseFrame, type FrameOf, type NewsFrame } from './frame';
import type { Person } from './message';
import { authorTaken, type Line, type LineEvents, type Ports, type Socket, type Timer } from './ports';

/** How long the socket may take to open, and the server to answer a ping. */
const openWithin = 6_000;
const answerWithin = 5_000;

type Events = {
  /** The session cookie is set, so that requests without a header are authorised from now on. */
  onPrepared: () => void;
  /** The first frame of a line has arrived: it works. */
  onReady: (data: FrameOf<'ready'>['data']) => void;
  onFrame: (frame: NewsFrame) => void;
  /** The socket is closed; what was sent over it may not have arrived. */
  onSocketLost: () => void;
  /** `live` may have changed. */
  onChange: () => void;
  onSessionOver: () => void;
  /** The author id belongs to another user. */
  onAuthorTaken: () => void;
};

/**
 * Keeps one line to the server. A line is a WebSocket; while that cannot be opened or has broken, it is a stream of
 * server-sent events, and the socket is retried again and again.
 */
export class Lines {
  private running = false;
  private prepared = false;
  private preparing: Promise<void> | undefined;
  private socket: Socket | undefined;
  private socketOpen = false;
  private stream: Line | undefined;
  private streamOpen = false;
  private failures = 0;
  private pingsOut = 0;
  private retryTimer: Timer | undefined;
  /** The author that the socket was opened for. */
  private named: Person | undefined;
  private openTimer: Timer | undefined;
  private answerTimer: Timer | undefined;
  private readonly ports: Ports;
  private readonly author: () => Person;
  private readonly events: Events;

  constructor(ports: Ports, author: () => Person, events: Events) {
    this.ports = ports;
    this.author = author;
    this.events = events;
  }

  get live(): boolean {
    return this.socketOpen || this.streamOpen;
  }

  get hasSocket(): boolean {
    return this.socketOpen;
  }

  start() {
    this.running = true;
    this.openSocket();
  }

  stop() {
    this.running = false;
    this.ports.clock.cancel(this.retryTimer);
    this.dropSocket();
    this.dropStream();
  }

  /** Returns whether the frame was sent. */
  send(frame: { type: string; data?: unknown }): boolean {
    if (!this.socketOpen) return false;
    this.socket?.send(JSON.stringify(frame));
    return true;
  }

  /** Tells an open socket the new name. A stream has the name in its address and has to be opened again. */
  rename() {
    if (!this.send({ type: 'hello', data: this.author() })) this.reopenStream();
  }

  /** Called when the line has proved to work: the next failure starts with the shortest wait again. */
  resetBackoff() {
    if (this.socketOpen) this.failures = 0;
  }

  /**
   * Called when the page becomes visible or the network comes back: checks whether the line still works, and retries
   * at once if there is none.
   */
  wake() {
    if (!this.running) return;
    if (this.send({ type: 'ping' })) {
      this.pingsOut++;
      this.ports.clock.cancel(this.answerTimer);
      this.answerTimer = this.ports.clock.after(answerWithin, () => this.socketClosed({ over: false }));
      return;
    }
    this.failures = 0;
    if (!this.socket) this.openSocket();
    // A stream cannot be pinged, so it is opened again.
    this.reopenStream();
  }

  /**
   * Sets the session cookie first: the browser may still have the cookie of another session, and the socket would
   * speak for that.
   */
  private openSocket() {
    this.ports.clock.cancel(this.retryTimer);
    if (!this.prepared) {
      this.preparing ??= this.prepare().finally(() => (this.preparing = undefined));
      return;
    }
    this.openTimer = this.ports.clock.after(openWithin, () => this.socketClosed({ over: false }));
    this.named = this.author();
    let mine: Socket | undefined = undefined;
    // A socket that was given up may still fire events.
    const current = () => mine === undefined || this.socket === mine;
    mine = this.ports.openSocket(this.named, {
      onFrame: (frame) => current() && this.frame(frame, 'socket'),
      onClose: (why) => current() && this.socketClosed(why),
    });
    this.socket = mine;
  }

  private async prepare() {
    try {
      await this.ports.prepare();
    } catch {
      if (this.running) this.withoutSocket();
      return;
    }
    this.prepared = true;
    this.events.onPrepared();
    if (this.running && !this.socket) this.openSocket();
  }

  private socketClosed(why: { over: boolean }) {
    this.dropSocket();
    this.events.onSocketLost();
    if (why.over) return this.events.onSessionOver();
    if (this.running) this.withoutSocket();
  }

  private withoutSocket() {
    if (!this.stream) this.openStream();
    this.events.onChange();
    this.retryLater();
  }

  private openStream() {
    let mine: Line | undefined = undefined;
    const current = () => mine === undefined || this.stream === mine;
    mine = this.ports.openStream(this.author(), {
      onFrame: (frame) => current() && this.frame(frame, 'stream'),
      onClose: (why) => current() && this.streamClosed(why),
    });
    this.stream = mine;
  }

  private reopenStream() {
    if (!this.stream) return;
    this.dropStream();
    this.openStream();
    this.events.onChange();
  }

  private streamClosed(why: Parameters<LineEvents['onClose']>[0]) {
    const stood = this.streamOpen;
    this.dropStream();
    if (why.over) return this.events.onSessionOver();
    if (why.refusal === authorTaken) this.events.onAuthorTaken();
    this.events.onChange();
    if (!stood || this.socket) return;
    this.failures = 0;
    this.retryLater();
  }

  private retryLater() {
    this.ports.clock.cancel(this.retryTimer);
    const wait = backoff(this.failures++, this.ports.random);
    this.retryTimer = this.ports.clock.after(wait, () => {
      if (this.running && !this.socket) this.openSocket();
    });
  }

  private frame(received: unknown, from: 'socket' | 'stream') {
    this.ports.clock.cancel(this.answerTimer);
    const frame = parseFrame(received);
    if (!frame) return;
    if (frame.type === 'ready') return this.ready(frame, from);
    // A server that does not know pings answers with an error, which proves that the line stands.
    const isAnswer = frame.type === 'pong' || (frame.type === 'error' && !frame.data?.clientId);
    if (this.pingsOut > 0 && isAnswer) this.pingsOut--;
    else if (frame.type !== 'pong') this.events.onFrame(frame);
  }

  private ready({ data }: FrameOf<'ready'>, from: 'socket' | 'stream') {
    if (from === 'socket') {
      this.ports.clock.cancel(this.openTimer);
      this.socketOpen = true;
      this.dropStream();
      // The name may have changed while this socket was being opened.
      if (this.named !== this.author()) this.rename();
    } else {
      this.streamOpen = true;
    }
    this.events.onChange();
    this.events.onReady(data);
  }

  private dropSocket() {
    this.ports.clock.cancel(this.openTimer);
    this.ports.clock.cancel(this.answerTimer);
    const { socket } = this;
    this.socket = undefined;
    this.socketOpen = false;
    this.pingsOut = 0;
    socket?.close();
  }

  private dropStream() {
    const { stream } = this;
    this.stream = undefined;
    this.streamOpen = false;
    stream?.close();
  }
}
