import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { storeSession } from '../../api/session';
import { LeaveGuard } from '../../ui/leave-guard';
import { Link } from '../../ui/link';
import { readPageAddress, usePageAddress } from './page-address';

it.each([
  ['', { page: 1, size: 20 }],
  ['page=3&size=50', { page: 3, size: 50 }],
  ['page=0&size=30', { page: 1, size: 20 }],
  ['page=1.5&size=x', { page: 1, size: 20 }],
])('%j names page and size', (search, address) =>
  expect(readPageAddress(new URLSearchParams(search))).toEqual(address),
);

describe('an order', () => {
  let address: ReturnType<typeof usePageAddress>;
  /** Something would be lost by the next step. */
  let holds = false;
  function Orders() {
    address = usePageAddress();
    return (
      <>
        <Link to="/">Home</Link>
        <button onClick={() => address.openOrder('B')}>B</button>
        <LeaveGuard dirty text="1 mark would be lost." leaves={() => holds} />
      </>
    );
  }

  /** Where the browser is at the last of these. What knows its state is all that there is. */
  async function begin(...addresses: (string | { pathname: string; search: string; state: unknown })[]) {
    const router = createMemoryRouter(
      [
        { path: '/', element: null },
        { path: '/orders', element: <Orders /> },
      ],
      { initialEntries: typeof addresses[0] === 'string' ? ['/', ...addresses] : addresses },
    );
    await act(async () => void render(<RouterProvider router={router} />));
    return {
      go: (delta: number) => act(async () => router.navigate(delta)),
      place: () => router.state.location.pathname + router.state.location.search,
    };
  }
  const does = (deed: () => void) => act(async () => deed());

  it('leaves nothing behind when it is closed', async () => {
    const { go, place } = await begin('/orders?page=2');
    for (const id of ['A', 'B']) {
      await does(() => address.openOrder(id));
      expect(place()).toBe(`/orders?page=2&order=${id}`);
      await does(() => address.closeOrder());
      expect(place()).toBe('/orders?page=2');
    }
    await go(-1);
    expect(place()).toBe('/');
  });

  it('leads to the list also from one that was stepped to', async () => {
    const { go, place } = await begin('/orders');
    await does(() => address.openOrder('A'));
    await does(() => address.stepTo('B'));
    expect(place()).toBe('/orders?order=B');
    await does(() => address.closeOrder());
    expect(place()).toBe('/orders');
    await go(-1);
    expect(place()).toBe('/');
  });

  it('leaves the list at the page that was stepped to', async () => {
    const { place } = await begin('/orders');
    await does(() => address.openOrder('A'));
    await does(() => address.stepTo('B', 2));
    await does(() => address.closeOrder());
    expect(place()).toBe('/orders?page=2');
  });

  it('that its address names is closed where it is', async () => {
    const { go, place } = await begin('/orders?order=A');
    await does(() => address.closeOrder());
    expect(place()).toBe('/orders');
    await go(-1);
    expect(place()).toBe('/');
  });

  it('is opened after the one that is still on its way to be closed', async () => {
    const { go, place } = await begin('/orders');
    await does(() => address.openOrder('A'));
    await does(() => {
      address.closeOrder();
      expect(fireEvent.click(screen.getByRole('button', { name: 'B' })), 'it waits').toBe(false);
      expect(place()).toBe('/orders');
    });
    expect(place()).toBe('/orders?order=B');
    await does(() => address.closeOrder());
    await go(-1);
    expect(place()).toBe('/');
  });

  it('is left for another screen also while it is on its way to be closed', async () => {
    const { go, place } = await begin('/orders');
    await does(() => address.openOrder('A'));
    await does(() => {
      address.closeOrder();
      screen.getByRole('link', { name: 'Home' }).click();
    });
    expect(place()).toBe('/');
    await go(-1);
    expect(place()).toBe('/orders');
  });

  it('is closed where it is when the way back is lost', async () => {
    vi.useFakeTimers();
    const { place } = await begin({ pathname: '/orders', search: '?order=A', state: 'opened' });
    await does(() => {
      address.closeOrder();
      screen.getByRole('button', { name: 'B' }).click();
    });
    expect(place()).toBe('/orders?order=A');
    await act(() => vi.advanceTimersByTimeAsync(1000));
    vi.useRealTimers();
    expect(place()).toBe('/orders?order=B');
  });

  it('is closed once by whoever closes it twice', async () => {
    const { place } = await begin('/orders');
    await does(() => address.openOrder('A'));
    await does(() => {
      address.closeOrder();
      address.closeOrder();
    });
    expect(place()).toBe('/orders');
  });

  it('is opened at once by whoever was asked on the way back, and has stayed', async () => {
    storeSession('bds_mine');
    const { place } = await begin('/orders');
    await does(() => address.openOrder('A'));
    holds = true;
    await does(() => address.closeOrder());
    holds = false;
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    await does(() => address.openOrder('B'));
    expect(place()).toBe('/orders?order=B');
  });
});
