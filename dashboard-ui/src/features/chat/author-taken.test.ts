import { beforeEach, expect, it, vi } from 'vitest';
import { FakeRoom, draft, me } from './fake-room';
import { settle } from './fake-world';
import { authorTaken, Refusal } from './ports';

let room: FakeRoom;
const other = { ...me, authorId: 'my own' };
const onAuthorTaken = vi.fn(() => room.chat.rename(other));

beforeEach(() => {
  room = new FakeRoom();
  onAuthorTaken.mockClear();
});

it('the chat reconnects under a new author id when its own is taken', async () => {
  await room.open({ onAuthorTaken });
  await room.world.socket.breaks();
  await room.world.stream.breaks(false, authorTaken);
  expect(onAuthorTaken).toHaveBeenCalledTimes(1);
  await room.world.clock.pass(500);
  expect(room.world.socket.author).toEqual(other);
  await room.world.socket.says('ready', { revision: 2 });
  expect(room.state.status).toBe('live');
});

it('the chat keeps its author id when the stream is refused for another reason', async () => {
  await room.open({ onAuthorTaken });
  await room.world.socket.breaks();
  await room.world.stream.breaks(false, 'This page may not use the chat.');
  expect(onAuthorTaken).not.toHaveBeenCalled();
});

it('messages refused because the author id is taken are sent again under the new id', async () => {
  await room.openLive({ onAuthorTaken });
  room.chat.send(draft('hello'));
  room.chat.send(draft('world'));
  for (const clientId of ['client-1', 'client-2'])
    await room.world.socket.says('error', { code: 403, message: authorTaken, clientId });
  expect(onAuthorTaken).toHaveBeenCalledTimes(1);
  expect(room.pending).toEqual([
    ['hello', 'sent'],
    ['world', 'sent'],
  ]);
  const sent = room.world.socket.sent.filter(({ type }) => type === 'message').slice(2);
  expect(sent.map(({ data }) => [data.content, data.authorId])).toEqual([
    ['hello', 'my own'],
    ['world', 'my own'],
  ]);
  for (const { data } of sent) await room.world.socket.says('message', room.world.store(data));
  expect(room.pending).toEqual([]);
  expect(room.shown).toEqual(['one', 'two', 'hello', 'world']);
});

it('a message refused over HTTP because the author id is taken is sent again under the new id', async () => {
  room.world.refusal = new Refusal(authorTaken);
  await room.openLive({
    onAuthorTaken: () =>
      queueMicrotask(() => {
        room.world.refusal = undefined;
        room.chat.rename(other);
      }),
  });
  await room.world.socket.breaks();
  room.chat.send(draft('hello'));
  await settle();
  expect(room.world.posted.map(({ authorId }) => authorId)).toEqual(['my own']);
  expect(room.pending).toEqual([]);
});

it('a message refused over HTTP is sent again even if the stream reported the taken id first', async () => {
  let refuse: (why: Error) => void = () => {};
  const post = vi
    .fn(room.world.ports.post)
    .mockImplementationOnce(() => new Promise((_, reject) => (refuse = reject)));
  await room.open({ onAuthorTaken }, [], { post });
  await room.world.socket.breaks();
  room.chat.send(draft('hello'));
  await settle();
  await room.world.stream.breaks(false, authorTaken);
  refuse(new Refusal(authorTaken));
  await settle();
  expect(room.world.posted.map(({ authorId }) => authorId)).toEqual(['my own']);
  expect(room.pending).toEqual([]);
  expect(onAuthorTaken).toHaveBeenCalledTimes(1);
});
