import type { Changes, Message, Outgoing, Person } from './message';

export type Timer = ReturnType<typeof setTimeout>;
export type Clock = {
  now: () => number;
  after: (ms: number, run: () => void) => Timer;
  cancel: (timer: Timer | undefined) => void;
};

export type LineEvents = {
  onFrame: (frame: unknown) => void;
  /** Once, for a line that ends as for one that never stood. `over`: the session is. `refusal`: why it never stood. */
  onClose: (why: { over: boolean; refusal?: string }) => void;
};
export type Line = { close: () => void };
export type Socket = Line & { send: (frame: string) => void };

/** A send that the server answered with no. Everything else that is thrown means: no answer. */
export class Refusal extends Error {}

/** Whether an error is the server's no. One in trouble, or one that is just starting, has not refused anything. */
export const isRefusal = (status: number) => status < 500 && status !== 408;

/** How the server refuses an author id that another user has written under. */
export const authorTaken = 'This author id belongs to somebody else.';

/** What a connection needs of the world. */
export type Ports = {
  clock: Clock;
  random: () => number;
  newId: () => string;
  /** Before the first socket: makes the browser carry the session where no header can. */
  prepare: () => Promise<unknown>;
  openSocket: (author: Person, events: LineEvents) => Socket;
  openStream: (author: Person, events: LineEvents) => Line;
  history: (before?: string) => Promise<Message[]>;
  changes: (after: number) => Promise<Changes>;
  post: (outgoing: Outgoing) => Promise<Message>;
  postTyping: (author: Person) => Promise<unknown>;
};
