import { backoff } from '../../shared/backoff';
import type { Lines } from './lines';
import type { Person } from './message';
import { authorTaken, Refusal, TooMany, type Ports, type Timer } from './ports';
import { changePending, take, toOutgoing, type Pending, type Timeline } from './timeline';

/** How long the echo of a sent message may take. */
const echoWithin = 8_000;
/** The socket closes on frames of more than 64 KiB; longer messages go by HTTP. */
const longestFrame = 63 * 1024;

/** What the outbox needs of the room. */
type Room = {
  timeline: () => Timeline;
  change: (timeline: Timeline) => void;
  isRunning: () => boolean;
  isLive: () => boolean;
  onAuthorTaken: () => void;
};

/**
 * Sends the waiting messages of the timeline in the order in which they were written: by the socket, or one after the
 * other by HTTP. Only the echo tells that a message has arrived; until then it is sent again under the same client
 * id.
 */
export class Outbox {
  private failedPosts = 0;
  private postTimer: Timer | undefined;
  /** Until the timer, because the server takes no more messages. */
  private paused = false;
  private posting: Promise<void> | undefined;
  private readonly echoTimers = new Map<string, Timer>();
  /**
   * Client ids that were sent under an author id of another user and are sent again: one refusal of each may still
   * arrive.
   */
  private readonly sentAnew = new Set<string>();
  private readonly ports: Ports;
  private readonly lines: Lines;
  private readonly room: Room;

  constructor(ports: Ports, lines: Lines, room: Room) {
    this.ports = ports;
    this.lines = lines;
    this.room = room;
  }

  flush() {
    if (!this.room.isRunning() || this.paused) return;
    for (const one of this.room.timeline().pending) {
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

  sendAgain(clientId: string) {
    this.changeOne(clientId, { state: 'waiting', reason: undefined });
    this.flush();
  }

  refused(clientId: string, reason: string) {
    if (reason === authorTaken && this.sentAnew.delete(clientId)) return;
    this.forgetEcho(clientId);
    this.changeOne(clientId, { state: 'refused', reason });
    if (reason === authorTaken) this.room.onAuthorTaken();
  }

  /** The server takes no more right now: this message and those sent after it wait, so that they keep their order. */
  tooMany(clientId: string) {
    const { pending } = this.room.timeline();
    const from = pending.findIndex((one) => one.clientId === clientId);
    if (pending[from]?.state !== 'sent') return;
    for (const one of pending.slice(from)) {
      if (one.state !== 'sent') continue;
      this.forgetEcho(one.clientId);
      this.changeOne(one.clientId, { state: 'waiting' });
    }
    this.pause();
  }

  /** Sends pending messages under another author id, including those that were refused because of the old one. */
  async sendAs(author: Person) {
    for (const clientId of this.echoTimers.keys()) this.sentAnew.add(clientId);
    this.resendUnechoed();
    for (const { clientId, reason } of this.room.timeline().pending) {
      this.changeOne(clientId, { author });
      if (reason === authorTaken) this.changeOne(clientId, { state: 'waiting', reason: undefined });
    }
    // A running post may have looked for waiting messages before these were waiting.
    await this.posting;
    this.flush();
  }

  /** Marks unconfirmed messages to be sent again. That is safe: the server recognises their client ids. */
  resendUnechoed() {
    for (const clientId of this.echoTimers.keys()) this.forgetEcho(clientId);
    for (const one of this.room.timeline().pending)
      if (one.state === 'sent') this.changeOne(one.clientId, { state: 'waiting' });
  }

  forgetEcho(clientId: string) {
    this.ports.clock.cancel(this.echoTimers.get(clientId));
    this.echoTimers.delete(clientId);
  }

  stop() {
    this.paused = false;
    this.resendUnechoed();
    this.ports.clock.cancel(this.postTimer);
  }

  private awaitEcho(clientId: string) {
    this.changeOne(clientId, { state: 'sent' });
    this.forgetEcho(clientId);
    const timer = this.ports.clock.after(echoWithin, () => {
      // The line seems open but does not work.
      this.resendUnechoed();
      this.postSoon();
      this.lines.wake();
    });
    this.echoTimers.set(clientId, timer);
  }

  private postSoon() {
    this.posting ??= this.postWaiting().finally(() => (this.posting = undefined));
  }

  /** Posts the waiting messages one by one. One that gets no answer is sent again over the next line. */
  private async postWaiting() {
    for (;;) {
      const next = this.room.timeline().pending.find(({ state }) => state === 'waiting');
      if (!next || !this.room.isRunning()) return;
      this.changeOne(next.clientId, { state: 'sent' });
      try {
        const message = await this.ports.post(toOutgoing(next));
        this.room.change(take(this.room.timeline(), [message]));
        this.failedPosts = 0;
      } catch (error) {
        if (!(error instanceof Refusal)) {
          this.changeOne(next.clientId, { state: 'waiting' });
          if (error instanceof TooMany) this.pause();
          else this.later(() => this.flush());
          return;
        }
        if (this.goesUnderAnotherId(next)) continue;
        this.refused(next.clientId, error.message);
      }
    }
  }

  private goesUnderAnotherId({ clientId, author }: Pending): boolean {
    const now = this.room.timeline().pending.find((one) => one.clientId === clientId);
    return now !== undefined && now.author.authorId !== author.authorId;
  }

  /** Sends nothing for a while, and then one message after the other, so that none overtakes another. */
  private pause() {
    if (!this.room.isLive()) return;
    this.paused = true;
    this.later(() => this.postSoon());
  }

  /** Tries again after a pause. As long as the line stays live, no reconnect would flush the outbox. */
  private later(send: () => void) {
    if (!this.room.isLive()) return;
    this.ports.clock.cancel(this.postTimer);
    this.postTimer = this.ports.clock.after(backoff(this.failedPosts++, this.ports.random), () => {
      this.paused = false;
      send();
    });
  }

  private changeOne(clientId: string, change: Partial<Pending>) {
    this.room.change(changePending(this.room.timeline(), clientId, change));
  }
}
