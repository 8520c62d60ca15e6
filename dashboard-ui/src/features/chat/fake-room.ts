import { ChatConnection, type Listeners } from './connection';
import { FakeWorld, settle } from './fake-world';
import type { Ports } from './ports';
import type { Pending } from './timeline';

export const me = { authorId: 'me', author: 'mika' };
export const draft = (content: string) => ({ content, replyTo: null, mentions: [], attachments: [] });

/** For tests: a connection to a room of two messages. */
export class FakeRoom {
  readonly world = new FakeWorld();
  chat!: ChatConnection;

  constructor() {
    for (const content of ['one', 'two']) this.world.store({ content });
  }

  async open(listeners?: Listeners, unsent?: readonly Pending[], ports?: Partial<Ports>) {
    this.chat = new ChatConnection({ ...this.world.ports, ...ports }, me, listeners, unsent);
    this.chat.start();
    await settle();
  }

  async openLive(listeners?: Listeners) {
    await this.open(listeners);
    await this.world.socket.says('ready', { room: 'global', revision: this.world.revision });
  }

  get state() {
    return this.chat.getState();
  }

  get shown() {
    return this.state.timeline.messages.map(({ content }) => content);
  }

  get pending() {
    return this.state.timeline.pending.map(({ draft, state }) => [draft.content, state] as const);
  }
}

/** The contents of the messages that were sent over a line. */
export const contents = (line: { sent: { type: string; data: { content: string } }[] }) =>
  line.sent.flatMap(({ type, data }) => (type === 'message' ? [data.content] : []));
