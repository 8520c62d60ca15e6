import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { LoaderFunction } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { startLiveUpdates, stopLiveUpdates } from './api/live-updates';
import { forgetSession, storeSession } from './api/session';
import { takeTokenFromAddress } from './features/auth/token-handoff';
import { helpingQuery } from './features/members/queries';
import { createFirstLoaders } from './first-loaders';
import { createLoaders } from './loaders';
import { until } from './shared/test-until';

const events = '/api/dashboard/events';

let answers: Record<string, unknown>;
/** Lets the event stream be ready. */
let stand: () => void;
let queries: QueryClient;
let data: ReturnType<typeof createLoaders> & ReturnType<typeof createFirstLoaders>;

beforeEach(() => {
  answers = {};
  // The page counts as just opened, however long the tests before have taken.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  storeSession('bds_mine');
  history.replaceState(null, '', '/dashboard');
  const line = new TransformStream<Uint8Array, Uint8Array>();
  const writer = line.writable.getWriter();
  const word = { topic: 'ready', helping: { role: null, guildId: null } };
  stand = () => void writer.write(new TextEncoder().encode(`data: ${JSON.stringify(word)}\n\n`));
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname } = new URL(url);
    return pathname === events ? new Response(line.readable) : Response.json(answers[pathname] ?? {});
  });
  queries = new QueryClient();
  data = { ...createFirstLoaders(queries), ...createLoaders(queries, '') };
  return stopLiveUpdates;
});

function begin(loader: LoaderFunction, address = '/dashboard') {
  const request = new Request(new URL(address, location.origin));
  return loader({ request, params: {}, context: {}, url: new URL(request.url), pattern: '' });
}

const lost = () => Promise.reject(new TypeError('no network'));

/** Expects the loader not to wait: the screen then shows its loading state. */
const load = (loader: LoaderFunction, address?: string) => expect(begin(loader, address)).toBeNull();

const asked = () =>
  queries
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey);

it('checks the session at once', () => {
  load(data.shell);
  expect(asked()).toEqual([['user']]);
});

it('asks for what the screen shows first as soon as no change can be missed', async () => {
  load(data.home);
  expect(asked()).toEqual([]);
  stand();
  await until(() =>
    expect(asked()).toEqual([
      ['dashboard', 'data'],
      ['dashboard', 'orders-per-day'],
      ['storefronts'],
      ['orders', 'counts'],
      ['members', 'helping'],
    ]),
  );
});

it('waits for what is here already', async () => {
  answers['/api/storefronts'] = [{ guildId: '918430295761048371' }];
  window.askedEarly = { token: 'bds_mine', answers: new Map(), askForRest: lost, isHere: true };
  // With faked timers the loader waits for it, however slow the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const here = begin(data.home);
  stand();
  expect(await here).toBeNull();
  vi.useRealTimers();
  expect(queries.isFetching()).toBe(0);
  expect(asked()).toHaveLength(6);
  expect(asked()).toContainEqual(['stock', '918430295761048371']);
});

it('waits no longer for what is not here after all', async () => {
  vi.useFakeTimers();
  window.askedEarly = { token: 'bds_mine', answers: new Map(), askForRest: lost, isHere: true };
  const here = begin(data.home);
  await vi.advanceTimersByTimeAsync(300);
  vi.useRealTimers();
  expect(await here).toBeNull();
  expect(asked()).toEqual([]);
});

it('asks all the same when there is no line', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }));
  load(data.stock);
  await until(() => expect(asked()).toEqual([['storefronts']]));
});

it('asks for the page that the address names, and then for its orders', async () => {
  answers['/api/dashboard/fetch-dashboard-orders'] = { folders: ['a', 'b'], folderDates: {}, total: 2 };
  load(data.orders, '/dashboard/orders?page=2&size=50');
  stand();
  await until(() => expect(asked()).toContainEqual(['orders', 'page', 2, 50]));
  await until(() =>
    expect(asked().slice(1)).toEqual([
      ['orders', 'detail', 'a'],
      ['orders', 'detail', 'b'],
    ]),
  );
});

it('asks for the calls that the address names, and for no others', async () => {
  answers['/api/storefronts'] = [{ guildId: '1' }];
  load(data.inbox, '/dashboard/inbox?store=sellauth&verdict=unmapped');
  stand();
  await until(() => expect(asked().slice(1)).toEqual([['store_calls', '1', 'list', 'sellauth', 'unmapped']]));
});

it.each([
  [true, 2],
  [false, 1],
])('asks for the log if the user is an admin: %j', async (admin, calls) => {
  answers['/api/user/me'] = { admin };
  load(data.activityLog);
  stand();
  await until(() => expect(asked()).toHaveLength(calls));
  await until(() => expect(queries.isFetching()).toBe(0));
  expect(asked()).toHaveLength(calls);
});

it('is told by the line where the user helps, and asks only for what becomes of it', async () => {
  answers['/api/user/helping'] = { role: 'packer', guildId: '1' };
  load(data.shell);
  stand();
  await startLiveUpdates(queries);
  const watcher = new QueryObserver(queries, helpingQuery);
  const stop = watcher.subscribe(() => {});
  await until(() => expect(watcher.getCurrentResult().isSuccess).toBe(true));
  await until(() => expect(queries.isFetching()).toBe(0));
  expect(watcher.getCurrentResult().data).toEqual({ role: null, guildId: null });
  await queries.invalidateQueries({ queryKey: helpingQuery.queryKey });
  expect(watcher.getCurrentResult().data).toEqual({ role: 'packer', guildId: '1' });
  stop();
});

it('asks where the user helps while the line is silent', async () => {
  answers['/api/user/helping'] = { role: 'packer', guildId: '1' };
  load(data.shell);
  void queries.prefetchQuery(helpingQuery);
  const helping = () => queries.getQueryData(helpingQuery.queryKey);
  await until(() => expect(helping()).toEqual({ role: 'packer', guildId: '1' }));
});

it('is told by the line where the user helps when to ask has failed', async () => {
  const answer = fetch;
  vi.stubGlobal('fetch', (request: Request) =>
    request.url.endsWith('/api/user/helping')
      ? Promise.resolve(Response.json({}, { status: 503 }))
      : answer(request),
  );
  load(data.shell);
  const watcher = new QueryObserver(queries, { ...helpingQuery, retry: false });
  const stop = watcher.subscribe(() => {});
  await until(() => expect(watcher.getCurrentResult().isError).toBe(true));
  stand();
  await until(() => expect(watcher.getCurrentResult().data).toEqual({ role: null, guildId: null }));
  stop();
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
