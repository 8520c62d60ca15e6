import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userQuery } from '../../auth/queries';
import { RequireUser } from '../../auth/require-user';
import { toast, toasts } from '../../../ui/toast';
import { Toaster } from '../../../ui/toaster';
import { suggestionsQuery, type Suggestion } from './queries';
import { VoteButtons } from './vote-buttons';

const suggestion: Suggestion = {
  id: '7',
  title: 'Filter orders',
  description: 'By guild',
  author: 'nova',
  createdAt: 0,
  status: 'pending',
  upvotes: 2,
  downvotes: 1,
  votes: { b: 'up', c: 'up', d: 'down' },
  userVote: 'none',
};
const me = { id: 'a', discordId: null, username: 'mika', admin: false, access_code: '' };

let answers: ((response: Response) => void)[];
const fetched = vi.fn<(request: Request) => Promise<Response>>(
  () => new Promise((resolve) => answers.push(resolve)),
);
/** The answer to the request for the event stream: the screen works without one. */
const notNow = () => Promise.resolve(new Response(null, { status: 503 }));

function Votes() {
  const { data: pages, fetchNextPage } = useInfiniteQuery({
    ...suggestionsQuery,
    select: ({ pages }) => pages,
    staleTime: Infinity,
  });
  const [first] = pages?.[0]?.suggestions ?? [];
  return (
    first && (
      <>
        <VoteButtons suggestion={first} />
        <p onClick={() => void fetchNextPage()}>pages: {pages?.length}</p>
      </>
    )
  );
}

async function open(one = suggestion, next: string | null = null) {
  const queries = new QueryClient();
  queries.setQueryData(userQuery.queryKey, me);
  const counts = { total: 1, pending: 1, implemented: 0 };
  queries.setQueryData(suggestionsQuery.queryKey, {
    pages: [{ suggestions: [one], next, counts }],
    pageParams: [''],
  });
  const element = (
    <RequireUser whileLoading={null}>
      <Votes />
    </RequireUser>
  );
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findAllByRole('button');
}

const shows = (...names: string[]) =>
  waitFor(() =>
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(names),
  );
const press = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const answer = async (body: object, status = 200) => {
  await waitFor(() => expect(answers).not.toHaveLength(0));
  await act(async () => answers.shift()!(Response.json(body, { status })));
};

beforeEach(() => {
  answers = [];
  fetched.mockClear();
  vi.stubGlobal('fetch', (request: Request) =>
    request.url.endsWith('/api/dashboard/events') ? notNow() : fetched(request),
  );
});

describe('a vote', () => {
  it('is shown before the server has answered, and then as the server counts it', async () => {
    const said = vi.spyOn(toasts, 'show');
    await open();
    press(/Upvote/);
    await shows('Upvote, 3', 'Downvote, 1');
    const [sent] = fetched.mock.calls[0]!;
    expect(new URL(sent.url).pathname).toBe('/api/suggestions/vote/7');
    expect(sent.method).toBe('POST');
    expect(await sent.text()).toBe('{"voteType":"up"}');
    await answer({ code: 200, upvotes: 9, downvotes: 1, votes: {}, userVote: 'up' });
    await shows('Upvote, 9', 'Downvote, 1');
    await waitFor(() => expect(said).toHaveBeenCalledWith('success', 'Vote added!'));
  });

  it('is not said to be added when it was taken back', async () => {
    const said = vi.spyOn(toasts, 'show');
    await open({ ...suggestion, userVote: 'up', votes: { a: 'up' } });
    press(/Upvote/);
    await answer({ code: 200, upvotes: 8, downvotes: 1, votes: {}, userVote: 'none' });
    await shows('Upvote, 8', 'Downvote, 1');
    expect(said).not.toHaveBeenCalled();
  });

  it('is undone when the server refuses it', async () => {
    const said = vi.spyOn(toast, 'error');
    await open();
    press(/Downvote/);
    await shows('Upvote, 2', 'Downvote, 2');
    await answer({ code: 503, message: 'Later' }, 503);
    await shows('Upvote, 2', 'Downvote, 1');
    await waitFor(() => expect(said).toHaveBeenCalled());
    expect(said).toHaveBeenCalledWith('Failed to vote on suggestion');
  });

  it('is sent only after the previous vote was answered', async () => {
    await open();
    press(/Upvote/);
    press(/Downvote/);
    await shows('Upvote, 2', 'Downvote, 2');
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
    await answer({ code: 200, upvotes: 3, downvotes: 1, votes: {}, userVote: 'up' });
    await shows('Upvote, 2', 'Downvote, 2');
    await answer({ code: 200, upvotes: 2, downvotes: 2, votes: {}, userVote: 'down' });
    await shows('Upvote, 2', 'Downvote, 2');
  });

  it('stays shown and does not cancel the next page that was requested before it', async () => {
    const said = vi.spyOn(toasts, 'show');
    await open(suggestion, 'after 7');
    fireEvent.click(screen.getByText('pages: 1'));
    press(/Upvote/);
    await shows('Upvote, 3', 'Downvote, 1');
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    const [page, vote] = answers.splice(0);
    await act(async () =>
      vote!(Response.json({ code: 200, upvotes: 3, downvotes: 1, votes: {}, userVote: 'up' })),
    );
    await waitFor(() => expect(said).toHaveBeenCalledWith('success', 'Vote added!'));
    await act(async () => page!(Response.json({ suggestions: [], next: null, counts: {} })));
    expect(await screen.findByText('pages: 2')).toBeTruthy();
    await shows('Upvote, 3', 'Downvote, 1');
    // The shown list is fetched again.
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(3));
  });

  it.each([
    ['as the server counts it', { code: 200, upvotes: 9, downvotes: 1, votes: {}, userVote: 'up' }, 200, 9],
    ['undone after a refusal', { code: 503, message: 'Later' }, 503, 2],
  ])('stays %s when the next page arrives after the answer', async (_, body, status, upvotes) => {
    const said = vi.spyOn(toasts, 'show');
    await open(suggestion, 'after 7');
    fireEvent.click(screen.getByText('pages: 1'));
    press(/Upvote/);
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    const [page, vote] = answers.splice(0);
    await act(async () => vote!(Response.json(body, { status })));
    await waitFor(() => expect(said).toHaveBeenCalled());
    await act(async () => page!(Response.json({ suggestions: [], next: null, counts: {} })));
    expect(await screen.findByText('pages: 2')).toBeTruthy();
    await shows(`Upvote, ${upvotes}`, 'Downvote, 1');
  });

  it('is not sent for a suggestion without an id', async () => {
    const said = vi.spyOn(toast, 'error');
    await open({ ...suggestion, id: '' });
    press(/Upvote/);
    expect(fetched).not.toHaveBeenCalled();
    expect(said).toHaveBeenCalledWith('Invalid suggestion ID');
  });
});
