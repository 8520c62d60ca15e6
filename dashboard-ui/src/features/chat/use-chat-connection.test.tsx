import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ConfigContext } from '../../api/bootstrap';
import { draft, me } from './fake-room';
import { FakeWorld, settle } from './fake-world';
import type { Ports } from './ports';
import { useChatConnection } from './use-chat-connection';

const network = vi.hoisted(() => ({ ports: undefined as unknown as Ports }));
vi.mock('./browser-ports', () => ({ browserPorts: () => network.ports }));

it('a message is kept in the tab until the server has it', async () => {
  const world = new FakeWorld();
  network.ports = world.ports;
  const kept = () => sessionStorage.getItem(`chat.outbox.${me.authorId}`);
  const { result } = renderHook(() => useChatConnection(me, {}), {
    wrapper: ({ children }) => <ConfigContext value={{} as never}>{children}</ConfigContext>,
  });
  await act(settle);
  await act(() => world.socket.says('ready', { room: 'global', revision: 0 }));
  act(() => result.current.send(draft('hello')));
  expect(kept()).toContain('hello');
  await act(() => world.socket.says('message', world.store(world.socket.sent[0]!.data)));
  expect(kept()).toBeNull();
});
