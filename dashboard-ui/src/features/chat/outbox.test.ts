import { beforeEach, describe, expect, it } from 'vitest';
import { FakeRoom, contents, draft } from './fake-room';
import { settle } from './fake-world';
import { Refusal } from './ports';

let room: FakeRoom;

beforeEach(() => {
  room = new FakeRoom();
});

describe('a message', () => {
  it('shows at once and is replaced by its echo', async () => {
    await room.openLive();
    room.chat.send(draft('hello'));
    expect(room.pending).toEqual([['hello', 'sent']]);
    expect(room.world.socket.sent[0]).toMatchObject({
      type: 'message',
      data: { room: 'global', authorId: 'me', author: 'mika', content: 'hello', clientId: 'client-1' },
    });
    await room.world.socket.says('message', room.world.store(room.world.socket.sent[0]!.data));
    expect(room.pending).toEqual([]);
    expect(room.shown).toEqual(['one', 'two', 'hello']);
  });

  it('goes by HTTP when no socket is open, in order', async () => {
    await room.openLive();
    await room.world.socket.breaks();
    await room.world.stream.says('ready', { revision: 2 });
    room.chat.send(draft('first'));
    room.chat.send(draft('second'));
    await settle();
    expect(room.world.posted.map(({ content }) => content)).toEqual(['first', 'second']);
    expect(room.pending).toEqual([]);
    await room.world.stream.says('message', room.world.stored[2]);
    expect(room.shown).toEqual(['one', 'two', 'first', 'second']);
  });

  it('of all that is taken goes by the socket', async () => {
    await room.openLive();
    room.chat.send(draft('漢'.repeat(20_000)));
    await settle();
    expect(contents(room.world.socket)).toHaveLength(1);
    expect(room.world.posted).toHaveLength(0);
  });

  it('that is larger still goes by HTTP', async () => {
    await room.openLive();
    room.chat.send(draft('漢'.repeat(22_000)));
    await settle();
    expect(contents(room.world.socket)).toEqual([]);
    expect(room.world.posted).toHaveLength(1);
  });

  it('waits while there is no line, and is sent once when there is one', async () => {
    await room.openLive();
    await room.world.socket.breaks();
    room.world.reachable = false;
    room.chat.send(draft('first'));
    room.chat.send(draft('second'));
    await settle();
    expect(room.pending).toEqual([
      ['first', 'waiting'],
      ['second', 'waiting'],
    ]);
    room.world.reachable = true;
    await room.world.clock.pass(500);
    await room.world.socket.says('ready', { revision: 2 });
    expect(contents(room.world.socket)).toEqual(['first', 'second']);
    expect(room.world.posted).toEqual([]);
  });

  it('whose echo was lost with the line is found, not sent twice', async () => {
    await room.openLive();
    room.chat.send(draft('hello'));
    room.world.store(room.world.socket.sent[0]!.data);
    await room.world.socket.breaks();
    await room.world.stream.says('ready', { revision: 3 });
    await settle();
    expect(room.shown).toEqual(['one', 'two', 'hello']);
    expect(room.pending).toEqual([]);
    expect(room.world.posted).toEqual([]);
  });

  it('that was lost with the line is sent again under the same client id', async () => {
    await room.openLive();
    room.chat.send(draft('hello'));
    await room.world.socket.breaks();
    await room.world.stream.says('ready', { revision: 2 });
    await settle();
    expect(room.world.posted.map(({ clientId }) => clientId)).toEqual(['client-1']);
    expect(room.shown).toEqual(['one', 'two', 'hello']);
  });

  it('without an echo goes by HTTP after a while', async () => {
    await room.openLive();
    room.chat.send(draft('hello'));
    await room.world.clock.pass(8000);
    expect(room.world.posted.map(({ clientId }) => clientId)).toEqual(['client-1']);
    expect(room.pending).toEqual([]);
  });

  it('that is refused says why, and can be sent again or thrown away', async () => {
    await room.openLive();
    room.chat.send(draft('hello'));
    room.chat.send(draft('world'));
    await room.world.socket.says('error', { code: 429, message: 'Slow down.', clientId: 'client-1' });
    expect(room.state.timeline.pending[0]).toMatchObject({ state: 'refused', reason: 'Slow down.' });
    room.chat.sendAgain('client-1');
    expect(contents(room.world.socket)).toEqual(['hello', 'world', 'hello']);
    room.chat.discard('client-2');
    expect(room.pending).toEqual([['hello', 'sent']]);
  });

  it.each([408, 500, 503])('that meets a %i is not refused, and goes by HTTP after a while', async (code) => {
    await room.openLive();
    room.chat.send(draft('hello'));
    await room.world.socket.says('error', { code, message: 'Try again later.', clientId: 'client-1' });
    expect(room.pending).toEqual([['hello', 'sent']]);
    await room.world.clock.pass(8000);
    expect(room.world.posted.map(({ clientId }) => clientId)).toEqual(['client-1']);
    expect(room.pending).toEqual([]);
  });

  it('that is refused by HTTP lets the next one go', async () => {
    await room.openLive();
    await room.world.socket.breaks();
    room.world.refusal = new Refusal('You are muted.');
    room.chat.send(draft('hello'));
    await settle();
    expect(room.state.timeline.pending[0]).toMatchObject({ state: 'refused', reason: 'You are muted.' });
    room.world.refusal = undefined;
    room.chat.send(draft('world'));
    await settle();
    expect(room.world.posted.map(({ content }) => content)).toEqual(['world']);
  });

  it('from a page before this one is sent', async () => {
    await room.openLive();
    await room.world.socket.breaks();
    room.world.reachable = false;
    room.chat.send(draft('left behind'));
    await settle();
    room.chat.stop();
    const outbox = room.state.timeline.pending;
    room.world.reachable = true;
    await room.open({}, outbox);
    await room.world.socket.says('ready', { revision: 2 });
    expect(contents(room.world.socket)).toEqual(['left behind']);
  });
});
