import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hasFirstWord, refresher, startLiveUpdates, stopLiveUpdates, takeHelping } from './live-updates';
import type { Change, KeyHead } from './topics';

let queries: QueryClient;
const stale = (key: [KeyHead, ...string[]]) => queries.getQueryState(key)?.isInvalidated;

beforeEach(() => {
  vi.useFakeTimers();
  queries = new QueryClient();
  const keys: [KeyHead, ...string[]][] = [
    ['orders', 'page'],
    ['dashboard', 'data'],
    ['storefronts'],
    ['user'],
  ];
  for (const key of keys) queries.setQueryData(key, 1);
  return () => vi.useRealTimers();
});

/** An event stream. The returned function sends a change, by default the one that says that the stream is ready. */
function aStream() {
  const line = new TransformStream<Uint8Array, Uint8Array>();
  const writer = line.writable.getWriter();
  vi.stubGlobal('fetch', async () => new Response(line.readable));
  return (change: Partial<Change> = { topic: 'ready' }) =>
    writer.write(new TextEncoder().encode(`data: ${JSON.stringify(change)}\n\n`));
}

describe('the event stream', () => {
  it('counts as ready from its first message until it is stopped', async () => {
    const sendReady = aStream();
    const word = startLiveUpdates(queries);
    expect(hasFirstWord()).toBe(false);
    await sendReady();
    await word;
    expect(hasFirstWord()).toBe(true);
    stopLiveUpdates();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(hasFirstWord()).toBe(false);
  });

  it('is reopened after 45 seconds of silence', async () => {
    const sendReady = aStream();
    const word = startLiveUpdates(queries);
    await sendReady();
    await word;
    const calls = vi.fn(async () => new Response(null, { status: 503 }));
    vi.stubGlobal('fetch', calls);
    await vi.advanceTimersByTimeAsync(44_000);
    expect(calls).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(calls).toHaveBeenCalled();
    stopLiveUpdates();
  });

  it('is reopened at once when the browser has a network again', async () => {
    const calls = vi.fn(async () => new Response(null, { status: 503 }));
    vi.stubGlobal('fetch', calls);
    await startLiveUpdates(queries);
    await vi.advanceTimersByTimeAsync(60_000);
    // The pause is at its longest now.
    calls.mockClear();
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveBeenCalledOnce();
    stopLiveUpdates();
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveBeenCalledOnce();
  });

  it('does not leave an abort listener behind with each failed attempt', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }));
    const abort = (calls: unknown[][]) => calls.filter(([type]) => type === 'abort').length;
    const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
    const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
    const listening = () => abort(added.mock.calls) - abort(removed.mock.calls);
    await startLiveUpdates(queries);
    await vi.advanceTimersByTimeAsync(0);
    const atFirst = listening();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(listening()).toBe(atFirst);
    stopLiveUpdates();
  });

  it('drops the early responses when it says `ready` a second time', async () => {
    const sendReady = aStream();
    const word = startLiveUpdates(queries);
    const early = { token: '', answers: new Map(), askForRest: vi.fn(), isHere: false };
    window.askedEarly = early;
    await sendReady();
    await word;
    expect(window.askedEarly).toBe(early);
    await sendReady();
    await vi.advanceTimersByTimeAsync(0);
    expect(window.askedEarly).toBeUndefined();
    stopLiveUpdates();
  });

  describe('has sent the helper role, which', () => {
    const helping: Change['helping'] = { role: 'packer', guildId: '1' };
    let say: ReturnType<typeof aStream>;

    beforeEach(async () => {
      say = aStream();
      const word = startLiveUpdates(queries);
      await say({ topic: 'ready', helping });
      await word;
      return stopLiveUpdates;
    });

    it('is returned only once', () => {
      expect(takeHelping()).toEqual(helping);
      expect(takeHelping()).toBeUndefined();
    });

    it('is dropped after a later message', async () => {
      await say({ topic: 'members' });
      await vi.advanceTimersByTimeAsync(0);
      expect(takeHelping()).toBeUndefined();
    });

    it('is dropped once the stream is lost', async () => {
      vi.stubGlobal('fetch', () => new Promise(() => {}));
      await vi.advanceTimersByTimeAsync(46_000);
      expect(takeHelping()).toBeUndefined();
    });
  });
});

describe('live updates', () => {
  const open = new AbortController().signal;

  it('invalidate only the queries that a topic affects', () => {
    refresher(queries, open).changed('orders');
    vi.advanceTimersByTime(250);
    expect(stale(['orders', 'page'])).toBe(true);
    expect(stale(['dashboard', 'data'])).toBe(true);
    expect(stale(['storefronts'])).toBe(false);
  });

  it('invalidate the queries once for a burst of events', () => {
    const invalidate = vi.spyOn(queries, 'invalidateQueries');
    const refresh = refresher(queries, open);
    for (let event = 0; event < 50; event++) refresh.changed('suggestions');
    vi.advanceTimersByTime(250);
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it('refetch a query whose first fetch was running when everything was invalidated', async () => {
    const answers = ['old', 'new'];
    const release: (() => void)[] = [];
    const queryFn = () =>
      new Promise<string | undefined>((resolve) => release.push(() => resolve(answers.shift())));
    const watcher = new QueryObserver(queries, { queryKey: ['bug_reports'], queryFn });
    const stop = watcher.subscribe(() => {});
    refresher(queries, open).all();
    release.shift()!();
    await vi.advanceTimersByTimeAsync(0);
    expect(watcher.getCurrentResult()).toMatchObject({ data: 'old', isFetching: true });
    release.shift()!();
    await vi.advanceTimersByTimeAsync(0);
    expect(watcher.getCurrentResult()).toMatchObject({ data: 'new', isFetching: false });
    stop();
  });

  it('let a running refetch finish despite further changes, and refetch once after it', async () => {
    const signals: AbortSignal[] = [];
    const release: (() => void)[] = [];
    const queryFn = ({ signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise<number>((resolve) => release.push(() => resolve(signals.length)));
    };
    queries.setQueryData(['suggestions'], 0);
    const watcher = new QueryObserver(queries, { queryKey: ['suggestions'], queryFn });
    const stop = watcher.subscribe(() => {});
    const refresh = refresher(queries, open);
    for (let flush = 0; flush < 4; flush++) {
      refresh.changed('suggestions');
      await vi.advanceTimersByTimeAsync(250);
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    release.shift()!();
    await vi.advanceTimersByTimeAsync(0);
    expect(signals).toHaveLength(2);
    release.shift()!();
    await vi.advanceTimersByTimeAsync(0);
    expect(watcher.getCurrentResult()).toMatchObject({ data: 2, isFetching: false });
    expect(signals).toHaveLength(2);
    stop();
  });

  it('refetch nothing once the user has left', async () => {
    let come = () => {};
    const queryFn = vi.fn(() => new Promise<string>((resolve) => (come = () => resolve(''))));
    const stop = new QueryObserver(queries, { queryKey: ['bug_reports'], queryFn }).subscribe(() => {});
    const session = new AbortController();
    const refresh = refresher(queries, session.signal);
    refresh.all();
    refresh.changed('bug_reports');
    session.abort();
    come();
    await vi.advanceTimersByTimeAsync(250);
    expect(queryFn).toHaveBeenCalledOnce();
    stop();
  });

  it('abort and restart a refetch that was running when the event stream was lost', async () => {
    const signals: AbortSignal[] = [];
    const queryFn = ({ signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return signals.length === 1 ? new Promise<number>(() => {}) : Promise.resolve(signals.length);
    };
    queries.setQueryData(['suggestions'], 0);
    const watcher = new QueryObserver(queries, { queryKey: ['suggestions'], queryFn });
    const stop = watcher.subscribe(() => {});
    refresher(queries, open).changed('suggestions');
    await vi.advanceTimersByTimeAsync(250);
    refresher(queries, open).all();
    await vi.advanceTimersByTimeAsync(0);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(watcher.getCurrentResult()).toMatchObject({ data: 2, isFetching: false });
    stop();
  });

  it('invalidate everything but the session check after the event stream was lost', () => {
    refresher(queries, open).all();
    expect(stale(['storefronts'])).toBe(true);
    expect(stale(['user'])).toBe(false);
  });
});
