import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { storeSession } from '../../api/session';
import { toasts } from '../../ui/toast';
import { CreateKeysDialog } from './create-keys-dialog';

let answerStock: (response: Response) => void;
const levels = [{ stock: 'OneMonthTokens.txt', available: 2, reserved: 0, delivered: 0, failed: 0 }];

beforeEach(() => {
  const stock = new Promise<Response>((resolve) => (answerStock = resolve));
  vi.stubGlobal('fetch', (request: Request) =>
    request.method === 'POST' ? Promise.resolve(Response.json({ keys: ['7KQ2M-X9FDR-3TWHN-B6VPC'] })) : stock,
  );
});

function Keys() {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen && <CreateKeysDialog guildId="1" onClosed={() => setIsOpen(false)} />;
}

function open() {
  storeSession('bds_mine');
  const routes = [
    { path: '/', element: <Keys /> },
    { path: '/orders', element: null },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/?create=1'] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { dialog: screen.getByRole('dialog'), go: (to: string) => act(async () => router.navigate(to)) };
}

const question = () => screen.queryByRole('alertdialog')?.textContent ?? '';
/** Whether the browser would ask before it closes the page. */
const asksBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('the dialog stays open and focuses the keys once they are created', async () => {
  const { dialog } = open();
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  const keys = await screen.findByRole('textbox', { name: 'Created keys' });
  expect(screen.getByRole('dialog', { name: 'Key created' })).toBe(dialog);
  expect(document.activeElement).toBe(keys);
});

it('a skeleton holds the place of the needed tokens until the stock is loaded', async () => {
  const { dialog } = open();
  expect(dialog.querySelector('.skeleton')).not.toBeNull();
  await act(async () => answerStock(Response.json(levels)));
  expect(await screen.findByText(/^Redeeming it takes 7 tokens; 2 One Month Tokens/)).toBeDefined();
  expect(dialog.querySelector('.skeleton')).toBeNull();
});

it.each([
  ['the created keys', Response.json({ keys: ['7KQ2M-X9FDR-3TWHN-B6VPC'] }), ['success', '1 key created!']],
  ['a failure', Response.json({ code: 503, message: 'Later.' }, { status: 503 }), ['error', 'Later.']],
])('a toast reports %s when the dialog was closed meanwhile', async (_, answer, toast) => {
  const said = vi.spyOn(toasts, 'show');
  let answerKeys!: (response: Response) => void;
  vi.stubGlobal('fetch', ({ method }: Request) =>
    method === 'POST' ? new Promise((resolve) => (answerKeys = resolve)) : new Promise(() => {}),
  );
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answerKeys(answer);
  await waitFor(() => expect(said.mock.calls).toEqual([toast]));
});

it.each([['/orders'], ['/?guild=2'], ['/']])(
  'going to %s asks first when something was typed',
  async (to) => {
    const { go } = open();
    expect(asksBeforeUnload()).toBe(false);
    await userEvent.type(screen.getByLabelText(/^Note/), 'for mika');
    expect(asksBeforeUnload()).toBe(true);
    await go(to);
    expect(question()).toContain('The keys have not been created.');
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Note/).value).toBe('for mika');
  },
);

it('leaving asks nothing when nothing was typed, or when the dialog has created the keys', async () => {
  const untouched = open();
  await untouched.go('/orders');
  expect(question()).toBe('');
  cleanup();
  const { go } = open();
  await userEvent.type(screen.getByLabelText(/^Note/), 'for mika');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByRole('textbox', { name: 'Created keys' });
  expect(asksBeforeUnload()).toBe(false);
  await go('/orders');
  expect(question()).toBe('');
});
