import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { ConfigContext } from '../../api/bootstrap';
import type { Schema } from '../../api/types';
import { toasts } from '../../ui/toast';
import { storefrontsQuery } from '../storefront/queries';
import { exportsQuery, stockQuery } from './queries';
import { StockPage } from './stock-page';
import { stockTypes } from './stock-types';

const nova = {
  guildId: '1',
  name: 'Nova',
  embedColor: '#ff82be',
  lowStockThreshold: 10,
} as Schema<'Storefront'>;
const tea = { ...nova, guildId: '2', name: 'Tea House' };
const level = { stock: stockTypes[0]!, available: 2, reserved: 0, delivered: 0, failed: 0 };

let answer: (response: Response) => void;
const said = vi.fn();
const tokens = () => act(async () => answer(Response.json({ tokens: ['one', 'two'] })));

beforeEach(() => {
  vi.spyOn(toasts, 'show').mockImplementation(said.mockReset());
  vi.stubGlobal('fetch', ({ method, signal }: Request) => {
    if (method !== 'POST') return new Promise(() => {});
    return new Promise<Response>((resolve, reject) => {
      answer = resolve;
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
});

async function take() {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(storefrontsQuery.queryKey, [nova, tea]);
  for (const { guildId } of [nova, tea]) {
    queries.setQueryData(stockQuery(guildId).queryKey, [level]);
    for (const stock of stockTypes) queries.setQueryData(exportsQuery(guildId, stock).queryKey, []);
  }
  const { unmount } = render(
    <ConfigContext value={{ brand: { name: 'Boostdesk' } } as never}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element: <StockPage /> }])} />
      </QueryClientProvider>
    </ConfigContext>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(screen.getByRole('button', { name: 'Take out 2 tokens' }));
  async function close(left: Schema<'Storefront'>[]) {
    expect(screen.queryAllByText('Nova')).not.toEqual([]);
    queries.setQueryData(storefrontsQuery.queryKey, left);
    await waitFor(() => expect(screen.queryAllByText('Nova')).toEqual([]));
  }
  return { unmount, close, queries };
}

const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name });
const handedOver = async () =>
  (await screen.findByLabelText<HTMLTextAreaElement>('Exported tokens')).value.split('\n');

it('the export dialog cannot be closed while the export is running', async () => {
  await take();
  expect(button('Cancel')).toBeNull();
  expect(button('Close')).toBeNull();
  await userEvent.keyboard('{Escape}');
  await tokens();
  expect(await handedOver()).toEqual(['one', 'two']);
  expect(button('Cancel')).toBeNull();
  expect(said).not.toHaveBeenCalled();
});

it('the export dialog can be closed again when the export has failed', async () => {
  await take();
  answer(Response.json({ code: 503, message: 'Later.' }, { status: 503 }));
  await waitFor(() => expect(said).toHaveBeenCalledWith('error', 'Later.'));
  await waitFor(() => expect(button('Cancel')).not.toBeNull());
  expect(button('Close')).not.toBeNull();
});

it('the export dialog says how much is taken out while live updates tell', async () => {
  const { queries } = await take();
  expect(screen.queryByRole('progressbar')).toBeNull();
  const { queryKey } = exportsQuery('1', stockTypes[0]!);
  act(() => queries.setQueryData(queryKey, [{ id: 'x', at: '2026-11-20T09:14:00Z', by: 'mika', count: 1 }]));
  expect(await screen.findByText('1 of 2')).toBeDefined();
  expect(screen.getByRole('progressbar', { name: 'Taken out' }).getAttribute('aria-valuenow')).toBe('50');
});

it('"Stop" ends the export, closes the dialog and says where the tokens are', async () => {
  await take();
  await userEvent.click(button('Stop')!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(said.mock.calls).toEqual([['success', 'Stopped: what was taken out is under Recent exports']]),
  );
  expect(screen.queryByLabelText('Exported tokens')).toBeNull();
});

it.each([
  ['another one is shown', [tea]],
  ['there is no other one', []],
])('exported tokens stay shown when their storefront is gone and %s', async (_, left) => {
  const { close } = await take();
  await tokens();
  await close(left);
  expect(await handedOver()).toEqual(['one', 'two']);
  await userEvent.click(button('Done')!);
  expect(screen.queryByLabelText('Exported tokens')).toBeNull();
});

it('exported tokens are shown when their storefront was removed during the export', async () => {
  const { close } = await take();
  await close([tea]);
  await tokens();
  expect(await handedOver()).toEqual(['one', 'two']);
  expect(said).not.toHaveBeenCalled();
});

it('a toast says that tokens were taken out when the user has left the screen meanwhile', async () => {
  const { unmount } = await take();
  unmount();
  await tokens();
  await waitFor(() => expect(said).toHaveBeenCalledWith('success', '2 tokens taken out, see Recent exports'));
});
