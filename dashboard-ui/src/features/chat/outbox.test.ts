import { beforeEach, describe, expect, it } from 'vitest';
import { FakeRoom, contents, draft } from './fake-room';
import { settle } from './fake-world';
import { Refusal } from './ports';

let room: FakeRoom;

beforeEach(() => {
  room = new FakeRoom();
});

describe('a chat message', () => {
  it('is shown at once and replaced by its echo', async () => {
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

  it('is sent by HTTP, in order, when no socket is open', async () => {
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

  it('of 20,000 CJK characters is sent over the socket', async () => {
    await room.openLive();
    room.chat.send(draft('漢'.repeat(20_000)));
    await settle();
    expect(contents(room.world.socket)).toHaveLength(1);
    expect(room.world.posted).toHaveLength(0);
  });

  it('of 22,000 CJK characters is too large for the socket and is sent by HTTP', async () => {
    await room.openLive();
    room.chat.send(draft('漢'.repeat(22_000)));
    await settle();
    expect(contents(room.world.socket)).toEqual([]);
    expect(room.world.posted).toHaveLength(1);
  });

  it('waits while there is no connection, and is sent once when it is restored', async () => {
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

  it('whose echo was lost with the connection is found in the history, not sent twice', async () => {
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

  it('that was lost with the connection is sent again under the same client id', async () => {
    await room.openLive();
    room.chat.send(draft('hello'));
    await room.world.socket.breaks();
    await room.world.stream.says('ready', { revision: 2 });
    await settle();
    expect(room.world.posted.map(({ clientId }) => clientId)).toEqual(['client-1']);
    expect(room.shown).toEqual(['one', 'two', 'hello']);
  });

  it('without an echo is sent by HTTP after eight seconds', async () => {
    await room.openLive();
    room.chat.send(draft('hello'));
    await room.world.clock.pass(8000);
    expect(room.world.posted.map(({ clientId }) => clientId)).toEqual(['client-1']);
    expect(room.pending).toEqual([]);
  });

  it('that is refused shows the reason, and can be sent again or discarded', async () => {
    await room.openLive();
    room.chat.send(draft('hello'));
    room.chat.send(draft('world'));
    await room.world.socket.says('error', { code: 403, message: 'You are muted.', clientId: 'client-1' });
    expect(room.state.timeline.pending[0]).toMatchObject({ state: 'refused', reason: 'You are muted.' });
    room.chat.sendAgain('client-1');
    expect(contents(room.world.socket)).toEqual(['hello', 'world', 'hello']);
    room.chat.discard('client-2');
    expect(room.pending).toEqual([['hello', 'sent']]);
  });

  it.each([408, 500, 503])('with error %i is not refused, and is sent by HTTP after 8 s', async (code) => {
    await room.openLive();
    room.chat.send(draft('hello'));
    await room.world.socket.says('error', { code, message: 'Try again later.', clientId: 'client-1' });
    expect(room.pending).toEqual([['hello', 'sent']]);
    await room.world.clock.pass(8000);
    expect(room.world.posted.map(({ clientId }) => clientId)).toEqual(['client-1']);
    expect(room.pending).toEqual([]);
  });

  it('that is one too many waits with the later ones, which are then sent in order by HTTP', async () => {
    await room.openLive();
    for (const text of ['one', 'two', 'three']) room.chat.send(draft(text));
    await room.world.socket.says('error', { code: 429, message: 'Slow down.', clientId: 'client-2' });
    await room.world.socket.says('error', { code: 429, message: 'Slow down.', clientId: 'client-3' });
    expect(room.pending).toEqual([
      ['one', 'sent'],
      ['two', 'waiting'],
      ['three', 'waiting'],
    ]);
    room.chat.send(draft('four'));
    expect(contents(room.world.socket)).toEqual(['one', 'two', 'three']);
    await room.world.clock.pass(800);
    expect(room.world.posted.map(({ content }) => content)).toEqual(['two', 'three', 'four']);
    expect(room.pending).toEqual([['one', 'sent']]);
  });

  it('that is refused by HTTP does not hold up the next one', async () => {
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

  it('left unsent by an earlier page is sent after a reload', async () => {
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
