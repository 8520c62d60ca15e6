import { QueryClient } from '@tanstack/react-query';
import type { LoaderFunction } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetSession, storeSession } from './api/session';
import { takeTokenFromAddress } from './features/auth/token-handoff';
import { createLoaders } from './loaders';

let answers: Record<string, unknown>;
let queries: QueryClient;
let data: ReturnType<typeof createLoaders>;

beforeEach(() => {
  answers = {};
  storeSession('bds_mine');
  history.replaceState(null, '', '/dashboard');
  vi.stubGlobal('fetch', async ({ url }: Request) => Response.json(answers[new URL(url).pathname] ?? {}));
  queries = new QueryClient();
  data = createLoaders(queries, '');
});

function load(loader: LoaderFunction, address = '/dashboard') {
  const request = new Request(new URL(address, location.origin));
  const answer = loader({ request, params: {}, context: {}, url: new URL(request.url), pattern: '' });
  // Nothing is waited for: the screen shows what it shows meanwhile.
  expect(answer).toBeNull();
}

const asked = () =>
  queries
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey);

it('asks at once for what the screen shows first', () => {
  load(data.home);
  expect(asked()).toEqual([['dashboard', 'data'], ['dashboard', 'orders-per-day'], ['storefronts']]);
  expect(queries.isFetching()).toBe(3);
});

it('asks for the page that the address names, and then for its orders', async () => {
  answers['/api/dashboard/fetch-dashboard-orders'] = { folders: ['a', 'b'], folderDates: {}, total: 2 };
  load(data.orders, '/dashboard/orders?page=2&size=50');
  expect(asked()).toEqual([['orders', 'page', 2, 50]]);
  await vi.waitFor(() =>
    expect(asked().slice(1)).toEqual([
      ['orders', 'detail', 'a'],
      ['orders', 'detail', 'b'],
    ]),
  );
});

it.each([
  [true, 2],
  [false, 1],
])('asks for the log if the user is an admin: %j', async (admin, calls) => {
  answers['/api/user/me'] = { admin };
  load(data.activityLog);
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(asked()).toHaveLength(calls);
});

it('asks nothing without a session', () => {
  forgetSession();
  for (const loader of Object.values(data)) load(loader);
  expect(asked()).toEqual([]);
});

it('asks nothing before it is decided whose session this is', () => {
  history.replaceState(null, '', '/dashboard?token=bds_other');
  takeTokenFromAddress();
  for (const loader of Object.values(data)) load(loader);
  expect(asked()).toEqual([]);
});
