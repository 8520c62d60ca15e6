import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeRoom, draft, me } from './fake-room';
import { settle } from './fake-world';

let room: FakeRoom;

beforeEach(() => {
  room = new FakeRoom();
});

describe('the connection', () => {
  it('opens a socket, and is live once the server is ready', async () => {
    await room.open();
    expect(room.state.status).toBe('connecting');
    expect(room.shown).toEqual(['one', 'two']);
    await room.world.socket.says('ready', { revision: 2 });
    expect(room.state.status).toBe('live');
    expect(room.world.streams).toHaveLength(0);
    expect(room.world.asked).not.toContain('changes after 2');
  });

  it('falls back to the stream at once and keeps trying the socket', async () => {
    await room.openLive();
    await room.world.socket.breaks();
    expect(room.state.status).toBe('reconnecting');
    await room.world.stream.says('ready', { revision: 2 });
    expect(room.state.status).toBe('live');
    await room.world.clock.pass(500);
    expect(room.world.sockets).toHaveLength(2);
    await room.world.socket.says('ready', { revision: 2 });
    expect(room.world.stream.closed).toBe(true);
    expect(room.state.status).toBe('live');
  });

  it('uses the stream while setting the session cookie fails, and a socket once it succeeds', async () => {
    let carries = false;
    const prepare = vi.fn(async () => {
      if (!carries) throw new TypeError('Failed to fetch');
    });
    await room.open({}, [], { prepare });
    expect(room.world.sockets).toHaveLength(0);
    await room.world.stream.says('ready', { revision: 2 });
    expect(room.state).toMatchObject({ status: 'live', carried: false });
    carries = true;
    await room.world.clock.pass(500);
    expect(prepare).toHaveBeenCalledTimes(2);
    expect(room.state.carried).toBe(true);
    await room.world.socket.says('ready', { revision: 2 });
    expect(room.world.stream.closed).toBe(true);
    await room.world.socket.breaks();
    await room.world.clock.pass(500);
    expect(prepare).toHaveBeenCalledTimes(2);
  });

  it('calls onLineAgain once it is restored, and forgets the mute from before', async () => {
    const onLineAgain = vi.fn();
    await room.openLive({ onLineAgain });
    await room.world.socket.says('mute', { muted: true, until: null });
    expect(room.state.mute?.muted).toBe(true);
    expect(onLineAgain).not.toHaveBeenCalled();
    await room.world.socket.breaks();
    expect(room.state.mute?.muted).toBe(true);
    await room.world.stream.says('ready', { revision: 2 });
    expect(room.state.mute).toBeUndefined();
    expect(onLineAgain).toHaveBeenCalledTimes(1);
  });

  it('is retried after 500 ms, doubling up to 10 s, plus jitter', async () => {
    const random = vi.fn(() => 0.5);
    await room.open({}, [], { random });
    for (const wait of [500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
      const before = room.world.sockets.length;
      await room.world.socket.breaks();
      await room.world.stream.breaks();
      await room.world.clock.pass(wait + 149);
      expect(room.world.sockets.length, `before ${wait + 150} ms`).toBe(before);
      await room.world.clock.pass(1);
      expect(room.world.sockets.length, `after ${wait + 150} ms`).toBe(before + 1);
    }
  });

  it('is retried after 500 ms again once it was live', async () => {
    await room.open();
    for (const wait of [500, 1000, 2000]) {
      await room.world.socket.breaks();
      await room.world.clock.pass(wait);
    }
    await room.world.socket.says('ready', { revision: 2 });
    await room.world.socket.breaks();
    const before = room.world.sockets.length;
    await room.world.clock.pass(500);
    expect(room.world.sockets.length).toBe(before + 1);
  });

  it('falls back to the stream when the socket does not open, and ignores its late frames', async () => {
    await room.open();
    await room.world.clock.pass(6000);
    expect(room.world.sockets[0]!.closed).toBe(true);
    expect(room.world.streams).toHaveLength(1);
    await room.world.sockets[0]!.says('message', room.world.store({ content: 'from a line given up' }));
    expect(room.shown).not.toContain('from a line given up');
  });

  it('is replaced when the server does not answer the ping sent as the page wakes', async () => {
    await room.openLive();
    room.chat.wake();
    expect(room.world.socket.sent).toEqual([{ type: 'ping' }]);
    await room.world.socket.says('pong');
    await room.world.clock.pass(5000);
    expect(room.state.status).toBe('live');
    room.chat.wake();
    await room.world.clock.pass(5000);
    expect(room.state.status).toBe('reconnecting');
    expect(room.world.sockets[0]!.closed).toBe(true);
  });

  it('stays live when the server answers the ping with an error', async () => {
    const onTrouble = vi.fn();
    await room.openLive({ onTrouble });
    room.chat.wake();
    await room.world.socket.says('error', { code: 400, message: 'What?', clientId: null });
    await room.world.clock.pass(5000);
    expect(room.state.status).toBe('live');
    expect(onTrouble).not.toHaveBeenCalled();
  });

  it('swallows as many answers as pings were sent, and no more', async () => {
    const onTrouble = vi.fn();
    await room.openLive({ onTrouble });
    room.chat.wake();
    room.chat.wake();
    for (const message of ['What?', 'What?', 'Something else']) {
      await room.world.socket.says('error', { code: 400, message, clientId: null });
    }
    expect(onTrouble.mock.calls).toEqual([['Something else']]);
  });

  it('stays live when an error frame has no data', async () => {
    const onTrouble = vi.fn();
    await room.openLive({ onTrouble });
    await room.world.socket.says('error', null);
    room.chat.wake();
    await room.world.socket.says('error', null);
    await room.world.clock.pass(5000);
    expect(room.state.status).toBe('live');
    expect(onTrouble).not.toHaveBeenCalled();
  });

  it('is retried at once, without the backoff, when the page wakes', async () => {
    await room.open();
    for (const wait of [500, 1000, 2000, 4000]) {
      await room.world.socket.breaks();
      await room.world.clock.pass(wait);
    }
    await room.world.socket.breaks();
    const before = room.world.sockets.length;
    room.chat.wake();
    expect(room.world.sockets.length).toBe(before + 1);
  });

  it('sends a new name over the socket, but reopens the stream for it', async () => {
    const renamed = { ...me, author: 'orchid' };
    await room.openLive();
    room.chat.rename(renamed);
    expect(room.world.socket.sent).toEqual([{ type: 'hello', data: renamed }]);
    expect(room.world.streams).toHaveLength(0);
    await room.world.socket.breaks();
    await room.world.stream.says('ready', { revision: 2 });
    room.chat.rename(me);
    expect(room.world.streams.map(({ author, closed }) => [author, closed])).toEqual([
      [renamed, true],
      [me, false],
    ]);
    await room.world.stream.says('ready', { revision: 2 });
    expect(room.state.status).toBe('live');
  });

  it('sends a name that was chosen while the socket was being opened', async () => {
    const renamed = { ...me, author: 'orchid' };
    await room.open();
    room.chat.rename(renamed);
    await room.world.socket.says('ready', { revision: 2 });
    expect(room.world.socket.sent).toEqual([{ type: 'hello', data: renamed }]);
  });

  it.each(['socket', 'stream'] as const)('ends when the %s says that the session is over', async (kind) => {
    const onSessionOver = vi.fn();
    await room.openLive({ onSessionOver });
    if (kind === 'stream') await room.world.socket.breaks();
    await room.world[kind].breaks(true);
    expect(onSessionOver).toHaveBeenCalledTimes(1);
    expect(room.world.clock.waiting).toBe(0);
  });

  it('leaves no timer and no open socket behind when it is stopped', async () => {
    await room.openLive();
    room.chat.send(draft('x'));
    room.chat.type();
    await room.world.socket.says('typing', { authorId: 'a', author: 'a' });
    room.chat.stop();
    expect(room.world.clock.waiting).toBe(0);
    expect(room.world.socket.closed).toBe(true);
  });
});

describe('missed changes', () => {
  it('are requested in pages after the last revision, and each is shown once', async () => {
    await room.openLive();
    await room.world.socket.breaks();
    for (const content of ['three', 'four', 'five']) room.world.store({ content });
    await room.world.stream.says('ready', { revision: 5 });
    expect(room.world.asked).toContain('changes after 2');
    expect(room.world.asked).toContain('changes after 4');
    await room.world.stream.says('message', room.world.stored[4]);
    expect(room.shown).toEqual(['one', 'two', 'three', 'four', 'five']);
  });

  it('older than the revision in the answer to a send are still requested', async () => {
    await room.openLive();
    await room.world.socket.breaks();
    room.world.store({ content: 'three' });
    room.chat.send(draft('four'));
    await settle();
    expect(room.shown).toEqual(['one', 'two', 'four']);
    await room.world.stream.says('ready', { revision: 4 });
    expect(room.world.asked).toContain('changes after 2');
    expect(room.shown).toEqual(['one', 'two', 'three', 'four']);
  });

  it('include edits and deletions', async () => {
    await room.openLive();
    await room.world.socket.breaks();
    room.world.stored = [
      { ...room.world.stored[0]!, content: '', deleted: true, revision: 3 },
      { ...room.world.stored[1]!, content: 'two, better', revision: 4 },
    ];
    await room.world.stream.says('ready', { revision: 4 });
    expect(room.shown).toEqual(['two, better']);
  });

  it('are requested again after a failed request', async () => {
    await room.openLive();
    await room.world.socket.breaks();
    room.world.store({ content: 'three' });
    room.world.reachable = false;
    await room.world.stream.says('ready', { revision: 3 });
    await room.world.stream.says('message', room.world.store({ content: 'four' }));
    expect(room.shown).toEqual(['one', 'two', 'four']);
    room.world.reachable = true;
    await room.world.clock.pass(500);
    expect(room.shown).toEqual(['one', 'two', 'three', 'four']);
  });

  it('include the history that failed to load at first, until then the list is empty', async () => {
    room.world.reachable = false;
    await room.open();
    expect(room.state).toMatchObject({ history: 'failed', older: 'none' });
    expect(room.shown).toEqual([]);
    room.world.reachable = true;
    await room.world.clock.pass(500);
    expect(room.state.history).toBe('ready');
    expect(room.shown).toEqual(['one', 'two']);
  });
});

describe('typing indicators', () => {
  it('are shown for five seconds, or until that user sends a message', async () => {
    await room.openLive();
    const names = () => room.state.typing.map(({ author }) => author);
    await room.world.socket.says('typing', { authorId: 'a', author: 'orchid' });
    await room.world.clock.pass(3000);
    await room.world.socket.says('typing', { authorId: 'tidal-id', author: 'tidal' });
    await room.world.socket.says('typing', me);
    expect(names()).toEqual(['orchid', 'tidal']);
    await room.world.clock.pass(2000);
    expect(names()).toEqual(['tidal']);
    await room.world.socket.says('message', room.world.store({ content: 'three' }));
    expect(names()).toEqual([]);
  });

  it('are sent at most every three seconds, over the socket or by HTTP', async () => {
    await room.openLive();
    room.chat.type();
    await room.world.clock.pass(2999);
    room.chat.type();
    expect(room.world.socket.sent).toEqual([{ type: 'typing' }]);
    await room.world.clock.pass(1);
    room.chat.type();
    expect(room.world.socket.sent).toHaveLength(2);
    await room.world.socket.breaks();
    await room.world.stream.says('ready', { revision: 2 });
    await room.world.clock.pass(499);
    room.chat.send(draft('said'));
    room.chat.type();
    expect(room.world.asked).toContain('typing');
  });
});

it('the chat reports the mute, the presence and errors from the server', async () => {
  const onTrouble = vi.fn();
  await room.openLive({ onTrouble });
  await room.world.socket.says('mute', { muted: true, until: null });
  await room.world.socket.says('presence', { count: 2, members: [me] });
  await room.world.socket.says('error', { code: 400, message: 'What?', clientId: null });
  await room.world.socket.says('something new', {});
  expect(room.state).toMatchObject({
    mute: { muted: true },
    presence: { count: 2, members: [me] },
  });
  expect(onTrouble).toHaveBeenCalledWith('What?');
});

it('onMessage is called once for a new message of another user, and not for an edit', async () => {
  const onMessage = vi.fn();
  await room.openLive({ onMessage });
  const three = room.world.store({ content: 'three' });
  await room.world.socket.says('message', three);
  await room.world.socket.says('message', three);
  await room.world.socket.says('edit', { ...three, content: '3', revision: 4 });
  await room.world.socket.says('message', { ...three, ...me, id: '5', revision: 5 });
  expect(onMessage).toHaveBeenCalledTimes(1);
  expect(room.shown).toEqual(['one', 'two', '3', 'three']);
});
