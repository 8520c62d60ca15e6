import type { Changes, Message, Outgoing, Person } from './message';

export type Timer = ReturnType<typeof setTimeout>;
export type Clock = {
  now: () => number;
  after: (ms: number, run: () => void) => Timer;
  cancel: (timer: Timer | undefined) => void;
};

export type LineEvents = {
  onFrame: (frame: unknown) => void;
  /**
   * Called once, also for a line that never opened. `over`: the session has ended. `refusal`: why the line was not
   * opened.
   */
  onClose: (why: { over: boolean; refusal?: string }) => void;
};
export type Line = { close: () => void };
export type Socket = Line & { send: (frame: string) => void };

/** Thrown when the server refused a message. Every other error means that no answer came. */
export class Refusal extends Error {}

/** Thrown when the server takes no more messages right now. */
export class TooMany extends Error {}

/** Statuses after which the same may be accepted later: it came too slowly, or there was too much at once. */
const passing = [408, 429];

/** Whether an error status is a refusal. A server that is overloaded or starting up has not refused anything. */
export const isRefusal = (status: number) => status < 500 && !passing.includes(status);

/** The server's message when an author id belongs to another user. */
export const authorTaken = 'This author id belongs to somebody else.';

/** Everything outside that a connection depends on. */
export type Ports = {
  clock: Clock;
  random: () => number;
  newId: () => string;
  /** Called before the first socket is opened: sets the session cookie, for requests that cannot carry a header. */
  prepare: () => Promise<unknown>;
  openSocket: (author: Person, events: LineEvents) => Socket;
  openStream: (author: Person, events: LineEvents) => Line;
  history: (before?: string) => Promise<Message[]>;
  changes: (after: number) => Promise<Changes>;
  post: (outgoing: Outgoing) => Promise<Message>;
  postTyping: (author: Person) => Promise<unknown>;
};
