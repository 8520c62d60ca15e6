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
function aLine() {
  const line = new TransformStream<Uint8Array, Uint8Array>();
  const writer = line.writable.getWriter();
  vi.stubGlobal('fetch', async () => new Response(line.readable));
  return (change: Partial<Change> = { topic: 'ready' }) =>
    writer.write(new TextEncoder().encode(`data: ${JSON.stringify(change)}\n\n`));
}

describe('the line', () => {
  it('is heard of until it is stopped', async () => {
    const stand = aLine();
    const word = startLiveUpdates(queries);
    expect(hasFirstWord()).toBe(false);
    await stand();
    await word;
    expect(hasFirstWord()).toBe(true);
    stopLiveUpdates();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(hasFirstWord()).toBe(false);
  });

  it('is asked for anew when it has died in silence', async () => {
    const stand = aLine();
    const word = startLiveUpdates(queries);
    await stand();
    await word;
    const calls = vi.fn(async () => new Response(null, { status: 503 }));
    vi.stubGlobal('fetch', calls);
    await vi.advanceTimersByTimeAsync(44_000);
    expect(calls).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(calls).toHaveBeenCalled();
    stopLiveUpdates();
  });

  it('is heard of by no more listeners the more often it was tried', async () => {
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

  it('says anew that anything may have changed: what was asked early is no longer good', async () => {
    const stand = aLine();
    const word = startLiveUpdates(queries);
    const early = { token: '', answers: new Map(), askForRest: vi.fn(), isHere: false };
    window.askedEarly = early;
    await stand();
    await word;
    expect(window.askedEarly).toBe(early);
    await stand();
    await vi.advanceTimersByTimeAsync(0);
    expect(window.askedEarly).toBeUndefined();
    stopLiveUpdates();
  });

  describe('has said where the user helps', () => {
    const helping: Change['helping'] = { role: 'packer', guildId: '1' };
    let say: ReturnType<typeof aLine>;

    beforeEach(async () => {
      say = aLine();
      const word = startLiveUpdates(queries);
      await say({ topic: 'ready', helping });
      await word;
      return stopLiveUpdates;
    });

    it('to whoever asks first', () => {
      expect(takeHelping()).toEqual(helping);
      expect(takeHelping()).toBeUndefined();
    });

    it('to nobody after a change', async () => {
      await say({ topic: 'members' });
      await vi.advanceTimersByTimeAsync(0);
      expect(takeHelping()).toBeUndefined();
    });

    it('to nobody once it is lost', async () => {
      vi.stubGlobal('fetch', () => new Promise(() => {}));
      await vi.advanceTimersByTimeAsync(46_000);
      expect(takeHelping()).toBeUndefined();
    });
  });
});

describe('live updates', () => {
  it('make stale what a topic touches and nothing else', () => {
    refresher(queries).changed('orders');
    vi.advanceTimersByTime(250);
    expect(stale(['orders', 'page'])).toBe(true);
    expect(stale(['dashboard', 'data'])).toBe(true);
    expect(stale(['storefronts'])).toBe(false);
  });

  it('gather a burst into one refetch', () => {
    const invalidate = vi.spyOn(queries, 'invalidateQueries');
    const refresh = refresher(queries);
    for (let event = 0; event < 50; event++) refresh.changed('suggestions');
    vi.advanceTimersByTime(250);
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it('ask again for what was on its way when the change came', async () => {
    const answers = ['old', 'new'];
    const release: (() => void)[] = [];
    const queryFn = () =>
      new Promise<string | undefined>((resolve) => release.push(() => resolve(answers.shift())));
    const watcher = new QueryObserver(queries, { queryKey: ['bug_reports'], queryFn });
    const stop = watcher.subscribe(() => {});
    refresher(queries).all();
    release.shift()!();
    await vi.advanceTimersByTimeAsync(0);
    expect(watcher.getCurrentResult()).toMatchObject({ data: 'old', isFetching: true });
    release.shift()!();
    await vi.advanceTimersByTimeAsync(0);
    expect(watcher.getCurrentResult()).toMatchObject({ data: 'new', isFetching: false });
    stop();
  });

  it('let come what is on its way, however often there is a change, and ask once more', async () => {
    const signals: AbortSignal[] = [];
    const release: (() => void)[] = [];
    const queryFn = ({ signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise<number>((resolve) => release.push(() => resolve(signals.length)));
    };
    queries.setQueryData(['suggestions'], 0);
    const watcher = new QueryObserver(queries, { queryKey: ['suggestions'], queryFn });
    const stop = watcher.subscribe(() => {});
    const refresh = refresher(queries);
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

  it('begin anew what hangs on a line that was lost', async () => {
    const signals: AbortSignal[] = [];
    const queryFn = ({ signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return signals.length === 1 ? new Promise<number>(() => {}) : Promise.resolve(signals.length);
    };
    queries.setQueryData(['suggestions'], 0);
    const watcher = new QueryObserver(queries, { queryKey: ['suggestions'], queryFn });
    const stop = watcher.subscribe(() => {});
    refresher(queries).changed('suggestions');
    await vi.advanceTimersByTimeAsync(250);
    refresher(queries).all();
    await vi.advanceTimersByTimeAsync(0);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(watcher.getCurrentResult()).toMatchObject({ data: 2, isFetching: false });
    stop();
  });

  it('refresh everything but the session check after a lost line', () => {
    refresher(queries).all();
    expect(stale(['storefronts'])).toBe(true);
    expect(stale(['user'])).toBe(false);
  });
});
