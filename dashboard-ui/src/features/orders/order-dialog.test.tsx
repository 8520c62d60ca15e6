import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, useNavigate } from 'react-router';
import { expect, it, vi } from 'vitest';
import { storeSession } from '../../api/session';
import { anOrder } from './an-order';
import { OrderDialog } from './order-dialog';
import { orderQuery } from './queries';

vi.mock('../auth/require-user', () => ({ useUser: () => ({ id: '1', admin: false }) }));

const order = anOrder({ state: 'delivering', pending: ['token-1', 'token-2'] });

function Screen() {
  const navigate = useNavigate();
  return <OrderDialog orderId={order.orderId} onClosed={() => void navigate('/orders')} />;
}

/** `null`: the order is loading. */
async function open(shown: typeof order | null = order) {
  storeSession('bds_mine');
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  if (shown) queries.setQueryData(orderQuery(order.orderId).queryKey, shown);
  const router = createMemoryRouter(
    [
      { path: '/orders', element: null },
      { path: '/order', element: <Screen /> },
    ],
    { initialEntries: ['/order'] },
  );
  await act(async () => {
    render(
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
  });
  return screen.getByRole('dialog');
}

const question = () => screen.queryByRole('alertdialog', { name: 'Close without saving?' });

it('each press of Escape asks about unsaved verdicts, outside the dialog of the order', async () => {
  const box = await open();
  await userEvent.click(screen.getAllByRole('button', { name: 'Deliver' })[0]!);
  for (let asked = 0; asked < 2; asked++) {
    await act(async () => {
      // The key's default action is prevented, so the browser closes nothing.
      expect(fireEvent.keyDown(box, { key: 'Escape' })).toBe(false);
    });
    // The question is not inside the order's dialog: if that were closed, nothing in it could be pressed.
    expect(question()?.parentElement?.closest('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(question()).toBeNull();
  }
});

it('the order dialog shows why a token failed', async () => {
  await open(anOrder({ failed: 2, reasons: [{ token: 'bad-1', reason: 'The invite has expired.' }] }));
  const failed = within(screen.getByRole('region', { name: 'Failed tokens' }));
  const said = failed.getAllByRole('listitem').map((one) => one.textContent);
  expect(said).toEqual(['bad-0', 'bad-1The invite has expired.']);
});

it('the order dialog shows a success rate of 0% before any verdict', async () => {
  await open();
  expect(screen.getByText('Success Rate').closest('div')?.textContent).toBe('Success Rate0%');
});

it('an order that is loading has a footer, without anything in it to press, and its id can be copied', async () => {
  const box = await open(null);
  expect(box.querySelector('[aria-busy]')).not.toBeNull();
  expect(box.querySelector('footer')).not.toBeNull();
  expect(within(box).getAllByRole('button')).toEqual([
    screen.getByRole('button', { name: 'Copy Order ID' }),
    screen.getByRole('button', { name: 'Close' }),
  ]);
  expect(screen.getByRole('dialog', { name: order.orderId })).toBe(box);
});
