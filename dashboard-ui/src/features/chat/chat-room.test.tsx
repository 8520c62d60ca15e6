import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConfigContext } from '../../api/bootstrap';
import { reachability } from '../../api/reachability';
import { aMessage } from './a-message';
import { ChatRoom } from './chat-room';
import type { Listeners } from './connection';
import { FakeRoom, me } from './fake-room';
import { settle } from './fake-world';
import { until } from '../../shared/test-until';

const page = vi.hoisted(() => ({
  room: undefined as unknown as FakeRoom,
  drawText: vi.fn(),
  error: vi.fn(),
}));
vi.mock('../auth/require-user', () => ({ useUser: () => ({ id: '1', admin: false }) }));
vi.mock('../../ui/toast', () => ({ toast: { error: page.error } }));
vi.mock('./message-text', () => ({
  MessageText: ({ text }: { text: string }) => {
    page.drawText();
    return text;
  },
}));
vi.mock('./use-chat-connection', () => ({
  useChatConnection(_: unknown, listeners: Listeners) {
    const { chat } = page.room;
    useEffect(() => chat.listen(listeners));
    return chat;
  },
}));

beforeEach(() => {
  vi.clearAllMocks();
  page.room = new FakeRoom();
});

async function open() {
  await page.room.openLive();
  const config = { brand: { name: 'Boostdesk' } } as never;
  const router = createMemoryRouter([
    {
      path: '/',
      element: <ChatRoom me={me} info={undefined} onRename={() => {}} onAuthorTaken={() => {}} />,
    },
  ]);
  return act(() =>
    render(
      <ConfigContext value={config}>
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ConfigContext>,
    ),
  );
}

it('messages are not rendered again while the user types', async () => {
  await open();
  page.drawText.mockClear();
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'hello');
  expect(page.drawText).not.toHaveBeenCalled();
});

it('messages are not rendered again while others type, come and go', async () => {
  await open();
  page.drawText.mockClear();
  const { socket } = page.room.world;
  const nova = { authorId: 'nova-id', author: 'nova' };
  await act(() => socket.says('typing', nova));
  expect(screen.getByText('nova is typing')).toBeTruthy();
  await act(() => socket.says('presence', { count: 1, members: [nova] }));
  expect(screen.getByText('1 here')).toBeTruthy();
  expect(page.drawText).not.toHaveBeenCalled();
});

it('messages are not rendered again while time goes by, but their ages are', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: page.room.world.clock.now() });
  onTestFinished(() => void vi.useRealTimers());
  await open();
  page.drawText.mockClear();
  expect(screen.getByText('just now')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(75_000));
  expect(screen.getByText('1m ago')).toBeTruthy();
  expect(page.drawText).not.toHaveBeenCalled();
});

it('one can edit an own message until its time for that is over', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: page.room.world.clock.now() });
  onTestFinished(() => void vi.useRealTimers());
  page.room.world.store({ ...me, content: 'three' });
  await open();
  const edit = () => screen.queryAllByRole('menuitem', { name: 'Edit', hidden: true });
  await act(() => vi.advanceTimersByTimeAsync(880_000));
  expect(edit()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(35_000));
  expect(edit()).toHaveLength(0);
});

it('the badge says Reconnecting while the server is not reached, though the socket seems to stand', async () => {
  await open();
  act(() => reachability.failed(new TypeError('offline')));
  expect(screen.getByText('Reconnecting')).toBeTruthy();
  act(() => reachability.answered(200));
  expect(screen.getByText('Live')).toBeTruthy();
});

it('who was muted for a time can write again once it is over', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await open();
  const end = new Date(Date.now() + 60_000).toISOString();
  await act(() => page.room.world.socket.says('mute', { muted: true, until: end }));
  expect(screen.getByText(/^You are muted until /)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(75_000));
  expect(screen.queryByText(/^You are muted/)).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Message' })).toBeTruthy();
});

describe('the screen reader announcement', () => {
  const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

  it('has new messages, but none of the loaded history', async () => {
    await open();
    expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
    expect(spoken()).toEqual(['Live', '']);
    await act(() => page.room.world.socket.says('message', page.room.world.store({ content: 'three' })));
    expect(spoken()).toEqual(['Live', 'tidal: three']);
  });

  it('is repeated for a new message with the same text', async () => {
    await open();
    const say = () =>
      act(() => page.room.world.socket.says('message', page.room.world.store({ content: 'hi' })));
    await say();
    const first = screen.getByText('tidal: hi');
    await say();
    expect(screen.getByText('tidal: hi')).not.toBe(first);
  });
});

describe('clicking a quote', () => {
  const jump = () => userEvent.click(screen.getByRole('button', { name: /^Go to the message of/ }));

  beforeEach(() => {
    const { world } = page.room;
    for (let id = 3; id <= 110; id++) world.store({ content: `message ${id}` });
    const { authorId, author, content } = world.stored[0]!;
    world.stored.push(aMessage(111, { replyTo: { id: '1', authorId, author, content, deleted: false } }));
  });

  it('focuses the quoted message when the page with it is still loading', async () => {
    const { ports } = page.room.world;
    const { history } = ports;
    let answer = () => {};
    ports.history = async (before) => {
      if (before) await new Promise<void>((resolve) => (answer = resolve));
      return history(before);
    };
    await open();
    void page.room.chat.loadOlder();
    await jump();
    await act(async () => {
      answer();
      await settle();
    });
    await until(() => expect(document.activeElement?.getAttribute('data-message')).toBe('1'));
    expect(page.error).not.toHaveBeenCalled();
  });

  it('shows an error after a single failed request for older messages', async () => {
    await open();
    page.room.world.reachable = false;
    await jump();
    await until(() => expect(page.error).toHaveBeenCalledWith('This message cannot be found'));
    expect(page.room.world.asked.filter((what) => what.startsWith('history before'))).toHaveLength(1);
  });

  it('asks for nothing more and shows no error once the chat is left', async () => {
    const { ports } = page.room.world;
    const { history } = ports;
    let leave = () => {};
    const older = vi.fn();
    ports.history = async (before) => {
      if (before) {
        older();
        leave();
      }
      // Always a whole page, as if there were no end of them.
      return history();
    };
    leave = (await open()).unmount;
    await jump();
    for (let frame = 0; frame < 5; frame++) {
      await new Promise(requestAnimationFrame);
      await settle();
    }
    expect(older).toHaveBeenCalledTimes(1);
    expect(page.error).not.toHaveBeenCalled();
  });
});
