import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { storeSession } from '../../api/session';
import { anOrder } from './an-order';
import { Customer } from './order-customer';

/** `count` orders of one customer, the newest first. */
const ordersOf = (email: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    orderId: `${email}-${index}`,
    email,
    stock: 'OneMonthTokens.txt',
    amount: 2,
    state: 'done',
    successful: 1,
    failed: 0,
    createdAt: '2026-11-20T09:14:00Z',
  }));

/** Finds orders as the server does: by the beginning of the email, or in quotation marks by all of it. */
function found(q: string) {
  const all = [...ordersOf('bob@mail.com', 30), ...ordersOf('bob@mail.co', 7)];
  return all.filter(({ email }) => (q.startsWith('"') ? q === `"${email}"` : email.startsWith(q)));
}

it("the customer's other orders exclude those of longer emails with the same beginning", async () => {
  storeSession('bds_mine');
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { searchParams } = new URL(url);
    const orders = found(searchParams.get('q') ?? '');
    return Response.json({ orders: orders.slice(0, 20), total: orders.length, waiting: 0 });
  });
  const customer = { ...anOrder().customer, email: 'bob@mail.co' };
  const order = anOrder({ orderId: 'bob@mail.co-0', email: 'bob@mail.co', customer });
  const element = <Customer order={order} />;
  const router = createMemoryRouter([{ path: '/', element }]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const links = async () => (await screen.findAllByRole('link')).map((link) => link.textContent);
  expect(await links()).toEqual([...[1, 2, 3, 4, 5].map((index) => `bob@mail.co-${index}`), 'Show all']);
  const all = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Show all' }).href);
  expect(found(all.searchParams.get('q')!)).toHaveLength(7);
});
