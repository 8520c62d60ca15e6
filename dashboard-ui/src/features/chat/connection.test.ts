import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ChatConnection, type Listeners } from './connection';
import { FakeWorld, settle } from './fake-world';
import { Refusal } from './ports';

const me = { authorId: 'me', author: 'mika' };
const draft = (content: string) => ({ content, replyTo: null, mentions: [], attachments: [] });

let world: FakeWorld;
let chat: ChatConnection;

async function open(listeners: Listeners = {}) {
  chat = new ChatConnection(world.ports, me, listeners);
  chat.start();
  await settle();
}

async function openLive(listeners?: Listeners) {
  await open(listeners);
  await world.socket.says('ready', { room: 'global', revision: world.revision });
}

const shown = () => chat.getState().timeline.messages.map(({ content }) => content);
const pending = () =>
  chat.getState().timeline.pending.map(({ draft, state }) => [draft.content, state] as const);
const status = () => chat.getState().status;
const contents = (line: { sent: { type: string; data: { content: string } }[] }) =>
  line.sent.flatMap(({ type, data }) => (type === 'message' ? [data.content] : []));

beforeEach(() => {
  world = new FakeWorld();
  for (const content of ['one', 'two']) world.store({ content });
});

describe('a line', () => {
  it('is a socket, and live once the server is ready', async () => {
    await open();
    expect(status()).toBe('connecting');
    expect(shown()).toEqual(['one', 'two']);
    await world.socket.says('ready', { revision: 2 });
    expect(status()).toBe('live');
    expect(world.streams).toHaveLength(0);
    expect(world.asked).not.toContain('changes after 2');
  });

  it('falls back to the stream at once and goes on trying the socket', async () => {
    await openLive();
    await world.socket.breaks();
    expect(status()).toBe('reconnecting');
    await world.stream.says('ready', { revision: 2 });
    expect(status()).toBe('live');
    await world.clock.pass(500);
    expect(world.sockets).toHaveLength(2);
    await world.socket.says('ready', { revision: 2 });
    expect(world.stream.closed).toBe(true);
    expect(status()).toBe('live');
  });

  it('is tried after 500 ms, doubling to 10 s, with jitter on top', async () => {
    const random = vi.fn(() => 0.5);
    chat = new ChatConnection({ ...world.ports, random }, me);
    chat.start();
    await settle();
    for (const wait of [500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
      const before = world.sockets.length;
      await world.socket.breaks();
      await world.stream.breaks();
      await world.clock.pass(wait + 149);
      expect(world.sockets.length, `before ${wait + 150} ms`).toBe(before);
      await world.clock.pass(1);
      expect(world.sockets.length, `after ${wait + 150} ms`).toBe(before + 1);
    }
  });

  it('starts anew with 500 ms after it stood', async () => {
    await open();
    for (const wait of [500, 1000, 2000]) {
      await world.socket.breaks();
      await world.clock.pass(wait);
    }
    await world.socket.says('ready', { revision: 2 });
    await world.socket.breaks();
    const before = world.sockets.length;
    await world.clock.pass(500);
    expect(world.sockets.length).toBe(before + 1);
  });

  it('that hangs while it opens is given up', async () => {
    await open();
    await world.clock.pass(6000);
    expect(world.sockets[0]!.closed).toBe(true);
    expect(world.streams).toHaveLength(1);
    await world.sockets[0]!.says('message', world.store({ content: 'from a line given up' }));
    expect(shown()).not.toContain('from a line given up');
  });

  it('that sleeps is found out when the page wakes', async () => {
    await openLive();
    chat.wake();
    expect(world.socket.sent).toEqual([{ type: 'ping' }]);
    await world.socket.says('pong');
    await world.clock.pass(5000);
    expect(status()).toBe('live');
    chat.wake();
    await world.clock.pass(5000);
    expect(status()).toBe('reconnecting');
    expect(world.sockets[0]!.closed).toBe(true);
  });

  it('stands when the server does not even know the question', async () => {
    const onTrouble = vi.fn();
    await openLive({ onTrouble });
    chat.wake();
    await world.socket.says('error', { code: 400, message: 'What?', clientId: null });
    await world.clock.pass(5000);
    expect(status()).toBe('live');
    expect(onTrouble).not.toHaveBeenCalled();
  });

  it('is not waited for when the page wakes', async () => {
    await open();
    for (const wait of [500, 1000, 2000, 4000]) {
      await world.socket.breaks();
      await world.clock.pass(wait);
    }
    await world.socket.breaks();
    const before = world.sockets.length;
    chat.wake();
    expect(world.sockets.length).toBe(before + 1);
  });

  it.each(['socket', 'stream'] as const)('whose %s says that the session is over ends', async (kind) => {
    const onSessionOver = vi.fn();
    await openLive({ onSessionOver });
    if (kind === 'stream') await world.socket.breaks();
    await world[kind].breaks(true);
    expect(onSessionOver).toHaveBeenCalledTimes(1);
    expect(world.clock.waiting).toBe(0);
  });

  it('leaves nothing behind when it stops', async () => {
    await openLive();
    chat.send(draft('x'));
    chat.type();
    await world.socket.says('typing', { authorId: 'a', author: 'a' });
    chat.stop();
    expect(world.clock.waiting).toBe(0);
    expect(world.socket.closed).toBe(true);
  });
});

describe('what was missed', () => {
  it('is asked for in pages after the last revision, and shown once', async () => {
    await openLive();
    await world.socket.breaks();
    for (const content of ['three', 'four', 'five']) world.store({ content });
    await world.stream.says('ready', { revision: 5 });
    expect(world.asked).toContain('changes after 2');
    expect(world.asked).toContain('changes after 4');
    await world.stream.says('message', world.stored[4]);
    expect(shown()).toEqual(['one', 'two', 'three', 'four', 'five']);
  });

  it('also when only the answer to a send has told of something newer', async () => {
    await openLive();
    await world.socket.breaks();
    world.store({ content: 'three' });
    chat.send(draft('four'));
    await settle();
    expect(shown()).toEqual(['one', 'two', 'four']);
    await world.stream.says('ready', { revision: 4 });
    expect(world.asked).toContain('changes after 2');
    expect(shown()).toEqual(['one', 'two', 'three', 'four']);
  });

  it('includes edits and deletions', async () => {
    await openLive();
    await world.socket.breaks();
    world.stored = [
      { ...world.stored[0]!, content: '', deleted: true, revision: 3 },
      { ...world.stored[1]!, content: 'two, better', revision: 4 },
    ];
    await world.stream.says('ready', { revision: 4 });
    expect(shown()).toEqual(['two, better']);
  });

  it('is asked for again when the answer did not come', async () => {
    await openLive();
    await world.socket.breaks();
    world.store({ content: 'three' });
    world.reachable = false;
    await world.stream.says('ready', { revision: 3 });
    await world.stream.says('message', world.store({ content: 'four' }));
    expect(shown()).toEqual(['one', 'two', 'four']);
    world.reachable = true;
    await world.clock.pass(500);
    expect(shown()).toEqual(['one', 'two', 'three', 'four']);
  });

  it('shows an empty list when the history does not come, and fills it later', async () => {
    world.reachable = false;
    await open();
    expect(chat.getState()).toMatchObject({ history: 'failed', older: 'none' });
    expect(shown()).toEqual([]);
    world.reachable = true;
    await world.clock.pass(500);
    expect(chat.getState().history).toBe('ready');
    expect(shown()).toEqual(['one', 'two']);
  });
});

describe('a message', () => {
  it('shows at once and is replaced by its echo', async () => {
    await openLive();
    chat.send(draft('hello'));
    expect(pending()).toEqual([['hello', 'sent']]);
    expect(world.socket.sent[0]).toMatchObject({
      type: 'message',
      data: { room: 'global', authorId: 'me', author: 'mika', content: 'hello', clientId: 'client-1' },
    });
    await world.socket.says('message', world.store(world.socket.sent[0]!.data));
    expect(pending()).toEqual([]);
    expect(shown()).toEqual(['one', 'two', 'hello']);
  });

  it('goes by HTTP when no socket is open, in order', async () => {
    await openLive();
    await world.socket.breaks();
    await world.stream.says('ready', { revision: 2 });
    chat.send(draft('first'));
    chat.send(draft('second'));
    await settle();
    expect(world.posted.map(({ content }) => content)).toEqual(['first', 'second']);
    expect(pending()).toEqual([]);
    await world.stream.says('message', world.stored[2]);
    expect(shown()).toEqual(['one', 'two', 'first', 'second']);
  });

  it('too large for a frame goes by HTTP', async () => {
    await openLive();
    chat.send(draft('漢'.repeat(6000)));
    await settle();
    expect(contents(world.socket)).toEqual([]);
    expect(world.posted).toHaveLength(1);
  });

  it('waits while there is no line, and is sent once when there is one', async () => {
    await openLive();
    await world.socket.breaks();
    world.reachable = false;
    chat.send(draft('first'));
    chat.send(draft('second'));
    await settle();
    expect(pending()).toEqual([
      ['first', 'waiting'],
      ['second', 'waiting'],
    ]);
    world.reachable = true;
    await world.clock.pass(500);
    await world.socket.says('ready', { revision: 2 });
    expect(contents(world.socket)).toEqual(['first', 'second']);
    expect(world.posted).toEqual([]);
  });

  it('whose echo was lost with the line is found, not sent twice', async () => {
    await openLive();
    chat.send(draft('hello'));
    world.store(world.socket.sent[0]!.data);
    await world.socket.breaks();
    await world.stream.says('ready', { revision: 3 });
    await settle();
    expect(shown()).toEqual(['one', 'two', 'hello']);
    expect(pending()).toEqual([]);
    expect(world.posted).toEqual([]);
  });

  it('that was lost with the line is sent again under the same client id', async () => {
    await openLive();
    chat.send(draft('hello'));
    await world.socket.breaks();
    await world.stream.says('ready', { revision: 2 });
    await settle();
    expect(world.posted.map(({ clientId }) => clientId)).toEqual(['client-1']);
    expect(shown()).toEqual(['one', 'two', 'hello']);
  });

  it('without an echo goes by HTTP after a while', async () => {
    await openLive();
    chat.send(draft('hello'));
    await world.clock.pass(8000);
    expect(world.posted.map(({ clientId }) => clientId)).toEqual(['client-1']);
    expect(pending()).toEqual([]);
  });

  it('that is refused says why, and can be sent again or thrown away', async () => {
    await openLive();
    chat.send(draft('hello'));
    chat.send(draft('world'));
    await world.socket.says('error', { code: 429, message: 'Slow down.', clientId: 'client-1' });
    expect(chat.getState().timeline.pending[0]).toMatchObject({ state: 'refused', reason: 'Slow down.' });
    chat.sendAgain('client-1');
    expect(contents(world.socket)).toEqual(['hello', 'world', 'hello']);
    chat.discard('client-2');
    expect(pending()).toEqual([['hello', 'sent']]);
  });

  it('that is refused by HTTP lets the next one go', async () => {
    await openLive();
    await world.socket.breaks();
    world.refusal = new Refusal('You are muted.');
    chat.send(draft('hello'));
    await settle();
    expect(chat.getState().timeline.pending[0]).toMatchObject({ state: 'refused', reason: 'You are muted.' });
    world.refusal = undefined;
    chat.send(draft('world'));
    await settle();
    expect(world.posted.map(({ content }) => content)).toEqual(['world']);
  });

  it('from a page before this one is sent', async () => {
    await openLive();
    await world.socket.breaks();
    world.reachable = false;
    chat.send(draft('left behind'));
    await settle();
    chat.stop();
    const outbox = chat.getState().timeline.pending;
    world.reachable = true;
    chat = new ChatConnection(world.ports, me, {}, outbox);
    chat.start();
    await settle();
    await world.socket.says('ready', { revision: 2 });
    expect(contents(world.socket)).toEqual(['left behind']);
  });

  it('of somebody else is told of once, when it is new', async () => {
    const onMessage = vi.fn();
    await openLive({ onMessage });
    const three = world.store({ content: 'three' });
    await world.socket.says('message', three);
    await world.socket.says('message', three);
    await world.socket.says('edit', { ...three, content: '3', revision: 4 });
    await world.socket.says('message', { ...three, ...me, id: '5', revision: 5 });
    expect(onMessage).toHaveBeenCalledTimes(1);
    expect(shown()).toEqual(['one', 'two', '3', 'three']);
  });
});

describe('those who type', () => {
  it('are shown for five seconds after their last sign, or until they have written', async () => {
    await openLive();
    const names = () => chat.getState().typing.map(({ author }) => author);
    await world.socket.says('typing', { authorId: 'a', author: 'orchid' });
    await world.clock.pass(3000);
    await world.socket.says('typing', { authorId: 'tidal-id', author: 'tidal' });
    await world.socket.says('typing', me);
    expect(names()).toEqual(['orchid', 'tidal']);
    await world.clock.pass(2000);
    expect(names()).toEqual(['tidal']);
    await world.socket.says('message', world.store({ content: 'three' }));
    expect(names()).toEqual([]);
  });

  it('are told of at most every three seconds, by whatever line there is', async () => {
    await openLive();
    chat.type();
    await world.clock.pass(2999);
    chat.type();
    expect(world.socket.sent).toEqual([{ type: 'typing' }]);
    await world.clock.pass(1);
    chat.type();
    expect(world.socket.sent).toHaveLength(2);
    await world.socket.breaks();
    await world.stream.says('ready', { revision: 2 });
    await world.clock.pass(499);
    chat.send(draft('said'));
    chat.type();
    expect(world.asked).toContain('typing');
  });
});

describe('older messages', () => {
  beforeEach(() => {
    for (let id = 3; id <= 205; id++) world.store({ content: `message ${id}` });
  });

  it('come page by page, each once', async () => {
    await openLive();
    expect(shown()).toHaveLength(100);
    await Promise.all([chat.loadOlder(), chat.loadOlder()]);
    expect(world.asked.filter((what) => what.startsWith('history before'))).toEqual(['history before 106']);
    expect(shown()).toHaveLength(200);
    await chat.loadOlder();
    expect(chat.getState().older).toBe('none');
    expect(shown()).toHaveLength(205);
    expect(shown()[0]).toBe('one');
    await chat.loadOlder();
    expect(world.asked.filter((what) => what.startsWith('history before'))).toHaveLength(2);
  });

  it('can be asked for again when they did not come', async () => {
    await openLive();
    world.reachable = false;
    await chat.loadOlder();
    expect(chat.getState().older).toBe('there');
  });
});

it('tells of being muted, of who is here, and of troubles', async () => {
  const onTrouble = vi.fn();
  await openLive({ onTrouble });
  await world.socket.says('mute', { muted: true, until: null });
  await world.socket.says('presence', { count: 2, members: [me] });
  await world.socket.says('error', { code: 400, message: 'What?', clientId: null });
  await world.socket.says('something new', {});
  expect(chat.getState()).toMatchObject({
    mute: { muted: true },
    presence: { count: 2, members: [me] },
  });
  expect(onTrouble).toHaveBeenCalledWith('What?');
});
