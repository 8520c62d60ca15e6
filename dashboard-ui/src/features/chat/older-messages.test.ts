import { beforeEach, describe, expect, it } from 'vitest';
import { FakeRoom } from './fake-room';
import { settle } from './fake-world';

let room: FakeRoom;

beforeEach(() => {
  room = new FakeRoom();
});

describe('older messages', () => {
  beforeEach(() => {
    for (let id = 3; id <= 205; id++) room.world.store({ content: `message ${id}` });
  });

  it('are loaded page by page, each page once', async () => {
    await room.openLive();
    expect(room.shown).toHaveLength(100);
    await Promise.all([room.chat.loadOlder(), room.chat.loadOlder()]);
    expect(room.world.asked.filter((what) => what.startsWith('history before'))).toEqual([
      'history before 106',
    ]);
    expect(room.shown).toHaveLength(200);
    await room.chat.loadOlder();
    expect(room.state.older).toBe('none');
    expect(room.shown).toHaveLength(205);
    expect(room.shown[0]).toBe('one');
    await room.chat.loadOlder();
    expect(room.world.asked.filter((what) => what.startsWith('history before'))).toHaveLength(2);
  });

  it('are complete when one of them was edited before its page was loaded', async () => {
    await room.openLive();
    const changed = { ...room.world.stored[49]!, content: 'message 50, better', revision: 206 };
    room.world.stored[49] = changed;
    await room.world.socket.says('edit', changed);
    expect(room.shown).not.toContain('message 50, better');
    await room.chat.loadOlder();
    expect(room.world.asked).toContain('history before 106');
    expect(room.shown).toHaveLength(200);
    expect(room.shown[44]).toBe('message 50, better');
  });

  it('keep a newer edit when their page was read before it', async () => {
    const history = async (before?: string) => {
      const page = await room.world.ports.history(before);
      if (before) await room.world.socket.says('edit', { ...page[0]!, content: 'better', revision: 206 });
      return page;
    };
    await room.open({}, [], { history });
    await room.world.socket.says('ready', { revision: 205 });
    await room.chat.loadOlder();
    expect(room.shown[0]).toBe('better');
    expect(room.shown).toHaveLength(200);
  });

  it('can be requested again after a failed request', async () => {
    await room.openLive();
    room.world.reachable = false;
    await room.chat.loadOlder();
    expect(room.state.older).toBe('failed');
    room.world.reachable = true;
    await room.chat.loadOlder();
    expect(room.state.older).toBe('there');
    expect(room.shown).toHaveLength(200);
  });

  it('can be loaded again once the connection is restored', async () => {
    await room.openLive();
    room.world.reachable = false;
    await room.chat.loadOlder();
    await room.world.socket.breaks();
    room.world.reachable = true;
    await room.world.stream.says('ready', { revision: room.world.revision });
    expect(room.state.older).toBe('there');
  });

  it('are loaded by the time that a second call during the same request resolves', async () => {
    let answer = () => {};
    const history = async (before?: string) => {
      if (before) await new Promise<void>((resolve) => (answer = resolve));
      return room.world.ports.history(before);
    };
    await room.open({}, [], { history });
    void room.chat.loadOlder();
    let shown = 0;
    const asked = room.chat.loadOlder().then(() => (shown = room.shown.length));
    await settle();
    answer();
    await asked;
    expect(shown).toBe(200);
  });
});
