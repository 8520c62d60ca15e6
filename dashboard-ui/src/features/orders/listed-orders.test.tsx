import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refresher } from '../../api/live-updates';
import { createQueryClient } from '../../api/query-client';
import { anOrder } from './an-order';
import { listedOrderQuery } from './listed-orders';
import type { Order } from './order';
import { orderQuery } from './queries';

let order: Order;
let asked: number;

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  order = anOrder();
  vi.stubGlobal('fetch', async () => {
    asked++;
    return Response.json(order);
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

async function open(query: typeof orderQuery | typeof listedOrderQuery) {
  const queries = createQueryClient(() => {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useQuery(query(order.orderId)), { wrapper });
  await pass(10);
  /** Imitates an event that orders have changed, and waits for what it makes stale to be fetched. */
  const change = async () => {
    refresher(queries, new AbortController().signal).changed('orders');
    await pass(250);
    // The answer is read and rendered.
    await pass(10);
  };
  return { change, state: () => result.current.data?.state };
}

it('an open order is refetched on events, even when it is done', async () => {
  const { change, state } = await open(orderQuery);
  order = anOrder({ state: 'delivering' });
  await change();
  expect(state()).toBe('delivering');
});

it('a listed order is refetched on events while it is not done', async () => {
  order = anOrder({ state: 'delivering' });
  const { change, state } = await open(listedOrderQuery);
  order = anOrder();
  await change();
  expect(state()).toBe('done');
});

it('a listed order that is done is refetched at most every 30 seconds on events', async () => {
  const { change, state } = await open(listedOrderQuery);
  await pass(600_000);
  expect(asked, 'without an event').toBe(1);
  order = anOrder({ state: 'delivering' });
  for (let events = 0; events < 100; events++) await change();
  expect(asked).toBe(1);
  await pass(30_000);
  expect(asked).toBe(2);
  expect(state()).toBe('delivering');
});
