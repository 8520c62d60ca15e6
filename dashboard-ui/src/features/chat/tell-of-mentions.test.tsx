import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage } from './a-message';
import { me } from './fake-room';
import type { Message, Person } from './message';
import { TellOfMentions } from './tell-of-mentions';

const server = vi.hoisted(() => ({
  me: null as Person | null,
  changes: vi.fn<(host: string, after: number) => Promise<object>>(),
}));
vi.mock('../auth/require-user', () => ({ useUser: () => ({ id: '1' }) }));
vi.mock('./queries', () => ({
  useChatHost: () => '',
  roomQuery: () => ({ queryKey: ['chat', 'room'], queryFn: async () => ({ revision: 6, me: server.me }) }),
  fetchChanges: server.changes,
}));
const show = vi.hoisted(() => vi.fn());
vi.mock('./mention-notices', () => ({ mentionNotices: { show } }));

const answer = (revision: number, ...messages: Message[]) => ({ messages, revision, more: false });

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  show.mockReset();
  server.me = null;
  server.changes.mockReset().mockResolvedValue(answer(7));
  return () => vi.useRealTimers();
});

async function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TellOfMentions />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await vi.advanceTimersByTimeAsync(1);
}

const mention = (authorId: string) => aMessage(7, { mentions: [authorId] });

describe('a mention notification', () => {
  it('is shown to a user who has joined the chat only in another browser', async () => {
    server.me = me;
    server.changes.mockResolvedValueOnce(answer(7, mention('me')));
    await open();
    expect(show).toHaveBeenCalledWith('tidal mentioned you', expect.anything(), expect.anything());
  });

  it('is shown for the author id stored in this browser, not for the one on the server', async () => {
    server.me = me;
    localStorage.setItem('chat.profile.1', JSON.stringify({ userId: 'here', username: 'mika' }));
    server.changes.mockResolvedValueOnce(answer(7, mention('here'), mention('me')));
    await open();
    expect(show).toHaveBeenCalledTimes(1);
  });

  it('is tried only once, even when showing it fails', async () => {
    server.me = me;
    show.mockImplementation(() => {
      throw new Error();
    });
    server.changes.mockResolvedValueOnce(answer(7, mention('me')));
    await open();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.changes.mock.calls).toEqual([
      ['', 6],
      ['', 7],
    ]);
  });
});
