import { act, render, renderHook } from '@testing-library/react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { readPageAddress, usePageAddress } from './page-address';

it.each([
  ['', { page: 1, size: 20 }],
  ['page=3&size=50', { page: 3, size: 50 }],
  ['page=0&size=30', { page: 1, size: 20 }],
  ['page=1.5&size=x', { page: 1, size: 20 }],
])('the address query %j is read as page and size', (search, address) =>
  expect(readPageAddress(new URLSearchParams(search))).toEqual(address),
);

it('a search in all orders starts at the first page of what it finds', () => {
  const { result } = renderHook(() => usePageAddress(), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={['/orders?page=3']}>{children}</MemoryRouter>,
  });
  expect(result.current.page).toBe(3);
  act(() => result.current.findInAll('x'));
  expect(result.current.page).toBe(1);
});

describe('closing an order', () => {
  let address: ReturnType<typeof usePageAddress>;
  function Orders() {
    address = usePageAddress();
    return null;
  }

  async function begin(entry: string) {
    const router = createMemoryRouter(
      [
        { path: '/', element: null },
        { path: '/orders', element: <Orders /> },
      ],
      { initialEntries: ['/', entry] },
    );
    await act(async () => void render(<RouterProvider router={router} />));
    return {
      go: (delta: number) => act(async () => router.navigate(delta)),
      place: () => router.state.location.pathname + router.state.location.search,
    };
  }
  const does = (deed: () => void) => act(async () => deed());

  it('leaves no entry of it in the browser history', async () => {
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

  it('removes it from the address after a second when there is no entry to go back to', async () => {
    vi.useFakeTimers();
    const initialEntries = [{ pathname: '/orders', search: '?order=A', state: 'opened' }];
    const router = createMemoryRouter([{ path: '/orders', element: <Orders /> }], { initialEntries });
    await act(async () => void render(<RouterProvider router={router} />));
    await does(() => address.closeOrder());
    expect(router.state.location.search).toBe('?order=A');
    await act(() => vi.advanceTimersByTimeAsync(1000));
    vi.useRealTimers();
    expect(router.state.location.search).toBe('');
  });

  it('leads back to the list after stepping to another order', async () => {
    const { go, place } = await begin('/orders');
    await does(() => address.openOrder('A'));
    await does(() => address.stepTo('B'));
    expect(place()).toBe('/orders?order=B');
    await does(() => address.closeOrder());
    expect(place()).toBe('/orders');
    await go(-1);
    expect(place()).toBe('/');
  });

  it('leads to the page of the list with the order that was stepped to', async () => {
    const { place } = await begin('/orders');
    await does(() => address.openOrder('A'));
    await does(() => address.stepTo('B', 2));
    await does(() => address.closeOrder());
    expect(place()).toBe('/orders?page=2');
  });

  it('that was opened by its address does not go back in the history', async () => {
    const { go, place } = await begin('/orders?order=A');
    await does(() => address.closeOrder());
    expect(place()).toBe('/orders');
    await go(-1);
    expect(place()).toBe('/');
  });

  it('twice in a row goes back only once', async () => {
    const { place } = await begin('/orders');
    await does(() => address.openOrder('A'));
    await does(() => {
      address.closeOrder();
      address.closeOrder();
    });
    expect(place()).toBe('/orders');
  });
});
