import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, onTestFinished, vi, type MockInstance } from 'vitest';
import { ConfigContext } from '../../api/bootstrap';
import { toasts } from '../../ui/toast';
import { storefrontsQuery } from '../storefront/queries';
import { MembersPage } from './members-page';
import { membersQuery, type Member } from './queries';

const guildId = '918430295761048371';
const lofi: Member = { id: '7', username: 'lofi', role: 'packer', until: null, discordId: null } as never;

let said: MockInstance<typeof toasts.show>;
let answer: (response: Response) => void;

beforeEach(() => {
  said = vi.spyOn(toasts, 'show');
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
});

function open(members = [lofi]) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(storefrontsQuery.queryKey, [{ guildId, name: 'Nova' } as never]);
  queries.setQueryData(membersQuery(guildId).queryKey, members);
  return render(
    <ConfigContext value={{ brand: { name: 'Boostdesk' } } as never}>
      <MemoryRouter>
        <QueryClientProvider client={queries}>
          <MembersPage />
        </QueryClientProvider>
      </MemoryRouter>
    </ConfigContext>,
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe.each([
  [
    'a helper who is added',
    'nova',
    async () => {
      await press('Add helper');
      await userEvent.type(screen.getByLabelText('Name'), 'nova');
      await press('Add');
    },
  ],
  [
    'a helper who gets a new one',
    'lofi',
    async () => {
      await press('New access code for lofi');
      await press('New code');
    },
  ],
])('the access code of %s', (_, name, make) => {
  const made = () => act(async () => answer(Response.json({ accessCode: 'MADE-HERE' })));

  it('is shown once it is created', async () => {
    open();
    await make();
    await made();
    expect(await screen.findByText('MADE-HERE')).toBeDefined();
    expect(said).not.toHaveBeenCalled();
  });

  it('is reported as not shown when the user has left the screen meanwhile', async () => {
    const { unmount } = open();
    await make();
    unmount();
    await made();
    await waitFor(() =>
      expect(said).toHaveBeenCalledWith(
        'success',
        `Make a new access code for ${name}: this one was not shown.`,
      ),
    );
  });
});

it.each([
  ['can', 19, '19 helpers'],
  ['cannot', 20, '20 of 20: nobody else fits in'],
])('a helper %s be added to %i', (can, count, words) => {
  open(Array.from({ length: count }, (_, index) => ({ ...lofi, id: String(index) })));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add helper' }).disabled).toBe(
    can === 'cannot',
  );
  expect(screen.getByText(words)).toBeDefined();
});

it('a helper is shown to have ended once the time has come, though the page stays open', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  open([{ ...lofi, until: new Date(Date.now() + 60_000).toISOString() }]);
  expect(screen.getByText(/· until /)).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(75_000));
  expect(screen.getByText(/· ended /)).toBeDefined();
});
