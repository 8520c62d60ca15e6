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
/** Sends the message that says that the event stream is ready. */
let sendReady: () => void;
let queries: QueryClient;
let data: ReturnType<typeof loadersOf>;

const loadersOf = (queries: QueryClient) => ({
  ...createFirstLoaders(queries),
  ...createLoaders(queries, ''),
});

beforeEach(() => {
  answers = {};
  // The page counts as just opened, however long the tests before have taken.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  storeSession('bds_mine');
  history.replaceState(null, '', '/dashboard');
  const line = new TransformStream<Uint8Array, Uint8Array>();
  const writer = line.writable.getWriter();
  const word = { topic: 'ready', helping: { role: null, guildId: null } };
  sendReady = () => void writer.write(new TextEncoder().encode(`data: ${JSON.stringify(word)}\n\n`));
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname } = new URL(url);
    return pathname === events ? new Response(line.readable) : Response.json(answers[pathname] ?? {});
  });
  queries = new QueryClient();
  data = loadersOf(queries);
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

it('the shell loader fetches the user without waiting for the event stream', () => {
  load(data.shell);
  expect(asked()).toEqual([['user']]);
});

it('the Home loader fetches its data only once the event stream is ready', async () => {
  load(data.home);
  expect(asked()).toEqual([]);
  sendReady();
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

it('the Home loader waits for its data if the document has already received it', async () => {
  answers['/api/storefronts'] = [{ guildId: '918430295761048371' }];
  window.askedEarly = { token: 'bds_mine', answers: new Map(), askForRest: lost, isHere: true };
  // With faked timers the loader waits for it, however slow the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const here = begin(data.home);
  sendReady();
  expect(await here).toBeNull();
  vi.useRealTimers();
  expect(queries.isFetching()).toBe(0);
  expect(asked()).toHaveLength(7);
  expect(asked()).toContainEqual(['stock', '918430295761048371']);
  expect(asked()).toContainEqual(['store_calls', 'refused']);
});

it('the Home loader stops waiting after 300 ms if the event stream is not ready', async () => {
  vi.useFakeTimers();
  window.askedEarly = { token: 'bds_mine', answers: new Map(), askForRest: lost, isHere: true };
  const here = begin(data.home);
  await vi.advanceTimersByTimeAsync(300);
  vi.useRealTimers();
  expect(await here).toBeNull();
  expect(asked()).toEqual([]);
});

it('the stock loader fetches its data even if the event stream cannot be opened', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }));
  load(data.stock);
  await until(() => expect(asked()).toEqual([['storefronts']]));
});

it('the orders loader fetches the page in the URL and then the details of its orders', async () => {
  answers['/api/dashboard/fetch-dashboard-orders'] = { folders: ['a', 'b'], folderDates: {}, total: 2 };
  load(data.orders, '/dashboard/orders?page=2&size=50');
  sendReady();
  await until(() => expect(asked()).toContainEqual(['orders', 'page', 2, 50]));
  await until(() =>
    expect(asked()).toEqual([
      ['storefronts'],
      ['orders', 'page', 2, 50],
      ['orders', 'detail', 'a'],
      ['orders', 'detail', 'b'],
    ]),
  );
});

it('the inbox loader fetches only the store calls that match the filters in the URL', async () => {
  answers['/api/storefronts'] = [{ guildId: '1' }];
  load(data.inbox, '/dashboard/inbox?store=sellauth&verdict=unmapped');
  sendReady();
  await until(() => expect(asked().slice(1)).toEqual([['store_calls', '1', 'list', 'sellauth', 'unmapped']]));
});

it.each([
  [true, 2],
  [false, 1],
])('the activity log loader fetches the log only for an admin: %j', async (admin, calls) => {
  answers['/api/user/me'] = { admin };
  load(data.activityLog);
  sendReady();
  await until(() => expect(asked()).toHaveLength(calls));
  await until(() => expect(queries.isFetching()).toBe(0));
  expect(asked()).toHaveLength(calls);
});

it('the helper role comes from the event stream and is fetched only once it is stale', async () => {
  answers['/api/user/helping'] = { role: 'packer', guildId: '1' };
  load(data.shell);
  sendReady();
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

it('the helper role is fetched while the event stream has sent nothing', async () => {
  answers['/api/user/helping'] = { role: 'packer', guildId: '1' };
  load(data.shell);
  void queries.prefetchQuery(helpingQuery);
  const helping = () => queries.getQueryData(helpingQuery.queryKey);
  await until(() => expect(helping()).toEqual({ role: 'packer', guildId: '1' }));
});

it('the helper role comes from the event stream after fetching it has failed', async () => {
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
  sendReady();
  await until(() => expect(watcher.getCurrentResult().data).toEqual({ role: null, guildId: null }));
  stop();
});

/** Runs each loader by itself while the event stream is ready, and names those that fetch something. */
async function namesOfFetching() {
  answers = { '/api/storefronts': [], '/api/fetch-custom-code': { code: '' } };
  const line = new QueryClient();
  sendReady();
  await startLiveUpdates(line);
  const names: string[] = [];
  for (const name of Object.keys(data) as (keyof typeof data)[]) {
    queries = new QueryClient();
    load(loadersOf(queries)[name]);
    // What the loader has waited for, too: by now it has gone on.
    await startLiveUpdates(line);
    if (asked().length > 0) names.push(name);
  }
  return names;
}

it('every loader fetches its data once the event stream is ready', async () => {
  expect(await namesOfFetching()).toEqual(Object.keys(data));
});

it('no loader fetches anything without a session', async () => {
  forgetSession();
  expect(await namesOfFetching()).toEqual([]);
});

it('no loader fetches anything while a token in the URL may replace the session', async () => {
  history.replaceState(null, '', '/dashboard?token=bds_other');
  takeTokenFromAddress();
  expect(await namesOfFetching()).toEqual([]);
});
