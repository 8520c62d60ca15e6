import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { storeSession } from '../../api/session';
import { toasts } from '../../ui/toast';
import { renderRoutes } from '../auth/signed-in';
import { nova } from './a-storefront';
import { storefrontsQuery } from './queries';
import { StorefrontPage } from './storefront-page';

vi.mock('../auth/require-user', () => ({ useUser: () => ({ id: 'mika' }) }));

const fetched = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  storeSession('bds_mine');
  vi.stubGlobal('fetch', fetched.mockReset().mockReturnValue(new Promise(() => {})));
});

async function open(...storefronts: (typeof nova)[]) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(storefrontsQuery.queryKey, storefronts);
  const router = createMemoryRouter([
    { path: '/', element: <StorefrontPage /> },
    { path: '/orders', element: null },
  ]);
  await act(async () => renderRoutes(router, queries));
  return router;
}

it('Enter in the delete confirmation does not save the storefront', async () => {
  await open(nova);
  await userEvent.type(screen.getByLabelText('Name'), ' & Sons');
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const typed = screen.getByLabelText<HTMLInputElement>('Type Nova to delete it');
  await userEvent.type(typed, 'Nova{Enter}');
  expect(typed.form).toBeNull();
  expect(fetched.mock.calls.filter(([{ method }]) => method !== 'GET')).toEqual([]);
});

it('deleting a storefront is confirmed by its name as it is displayed', async () => {
  await open({ ...nova, name: 'Nova  Boosts\u00a0e\u0301' });
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Yes, delete' });
  expect(confirm.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText(/^Type/), 'Nova Boosts \u00e9');
  expect(confirm.disabled).toBe(false);
});

it.each(['/orders?status=waiting', '/?guild=2'])(
  'deleting a storefront does not move a user who has gone on to %s meanwhile',
  async (to) => {
    const said = vi.spyOn(toasts, 'show');
    const other = { ...nova, guildId: '2' };
    const router = await open(nova, other);
    let answer: (response: Response) => void;
    fetched.mockImplementation(({ method, url }) => {
      if (method === 'DELETE') return new Promise((resolve) => (answer = resolve));
      return url.endsWith('/storefronts') ? Promise.resolve(Response.json([other])) : new Promise(() => {});
    });
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.type(screen.getByLabelText(/^Type/), 'Nova');
    await userEvent.click(screen.getByRole('button', { name: 'Yes, delete' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await act(() => router.navigate(to));
    await act(async () => answer(Response.json({ code: 200, message: '' })));
    await waitFor(() => expect(said).toHaveBeenCalledWith('success', 'Storefront deleted!'));
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe(to);
  },
);

it('the QR code closes when another storefront is chosen', async () => {
  const router = await open(nova, { ...nova, guildId: '2' });
  await userEvent.click(screen.getByRole('button', { name: 'QR code of: Redeem page' }));
  expect(screen.getByRole('dialog').textContent).toContain(nova.guildId);
  await act(() => router.navigate('/?guild=2'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
