import { backoff } from '../../shared/backoff';
import type { Lines } from './lines';
import type { Person } from './message';
import { authorTaken, Refusal, type Ports, type Timer } from './ports';
import { changePending, take, toOutgoing, type Pending, type Timeline } from './timeline';

/** How long an echo may take to come. */
const echoWithin = 8_000;
/** The socket closes on frames of more than 64 KiB; those go by HTTP. */
const longestFrame = 63 * 1024;

/** The room that the messages are on their way to. */
type Room = {
  timeline: () => Timeline;
  change: (timeline: Timeline) => void;
  isRunning: () => boolean;
  isLive: () => boolean;
  onAuthorTaken: () => void;
};

/**
 * Sends what waits in the timeline, in the order in which it was written: by the socket, or one after the other by HTTP.
 * What arrived is not known before its echo is here; it is sent again under the same client id until then.
 */
export class Outbox {
  private failedPosts = 0;
  private postTimer: Timer | undefined;
  private posting: Promise<void> | undefined;
  private readonly echoTimers = new Map<string, Timer>();
  /** Were on their way under an id that is another user's, and go out again: one refusal of each may still come. */
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
    if (!this.room.isRunning()) return;
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

  /** What is here goes out under another id; also what was refused because of the one it had. */
  async sendAs(author: Person) {
    for (const clientId of this.echoTimers.keys()) this.sentAnew.add(clientId);
    this.resendUnechoed();
    for (const { clientId, reason } of this.room.timeline().pending) {
      this.changeOne(clientId, { author });
      if (reason === authorTaken) this.changeOne(clientId, { state: 'waiting', reason: undefined });
    }
    // Whoever posts may have looked for more before these waited.
    await this.posting;
    this.flush();
  }

  /** Whether they arrived is not known; sending them again is safe, the server knows their client ids. */
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
    this.resendUnechoed();
    this.ports.clock.cancel(this.postTimer);
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

  /** What gets no answer waits for the next line. */
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
          this.postLater();
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

  /** A live line does not come back to flush what a lost answer left behind. */
  private postLater() {
    if (!this.room.isLive()) return;
    this.ports.clock.cancel(this.postTimer);
    const wait = backoff(this.failedPosts++, this.ports.random);
    this.postTimer = this.ports.clock.after(wait, () => this.flush());
  }

  private changeOne(clientId: string, change: Partial<Pending>) {
    this.room.change(changePending(this.room.timeline(), clientId, change));
  }
}
