import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from './client';
import { createQueryClient } from './query-client';
import { until } from '../shared/test-until';

const away = new ApiError(503, 'Away');

afterEach(() => onlineManager.setOnline(true));

function watch(queryFn: () => Promise<string>) {
  const observer = new QueryObserver(
    createQueryClient(() => {}),
    { queryKey: ['settings'], queryFn },
  );
  observer.subscribe(() => {});
  const now = () => {
    const { data, isError, error, isFetching } = observer.getCurrentResult();
    return { data, isError, error, isFetching };
  };
  return { observer, now };
}

it('a failed query keeps its error while it is refetched, until a refetch succeeds', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValue(away);
  const { observer, now } = watch(ask);
  expect(now()).toMatchObject({ isError: false, isFetching: true });
  await until(() => expect(now()).toMatchObject({ isError: true, error: away, isFetching: false }));

  const stillAway = observer.refetch();
  expect(now()).toMatchObject({ isError: true, error: away, isFetching: true });
  await stillAway;
  expect(now()).toMatchObject({ isError: true, error: away, isFetching: false });

  ask.mockResolvedValue('here');
  await observer.refetch();
  expect(now()).toEqual({ data: 'here', isError: false, error: null, isFetching: false });
});

it('a new observer of a failed query starts loading without the old error', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValue(away);
  const queries = createQueryClient(() => {});
  const look = () => {
    const observer = new QueryObserver(queries, { queryKey: ['settings'], queryFn: ask });
    return { observer, leave: observer.subscribe(() => {}) };
  };
  const first = look();
  await until(() => expect(first.observer.getCurrentResult().isError).toBe(true));
  first.leave();

  ask.mockReturnValue(new Promise(() => {}));
  const second = look();
  expect(second.observer.getCurrentResult()).toMatchObject({ isError: false, isFetching: true });
});

it('what fails for a loader or for others on the screen is shown, and not asked for again', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValue(away);
  const queries = createQueryClient(() => {});
  const options = { queryKey: ['settings'], queryFn: ask } as const;
  await queries.prefetchQuery(options);
  for (let looks = 0; looks < 2; looks++) {
    const observer = new QueryObserver(queries, options);
    observer.subscribe(() => {});
    expect(observer.getCurrentResult()).toMatchObject({ error: away, isFetching: false });
  }
  expect(ask).toHaveBeenCalledOnce();
});

it('a loader that tries again starts without the failure that nobody has seen', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(away);
  const queries = createQueryClient(() => {});
  const options = { queryKey: ['settings'], queryFn: ask } as const;
  await queries.prefetchQuery(options);
  ask.mockReturnValue(new Promise(() => {}));
  void queries.prefetchQuery(options);
  const observer = new QueryObserver(queries, options);
  observer.subscribe(() => {});
  expect(observer.getCurrentResult()).toMatchObject({ isError: false, isFetching: true });
});

it('a 401 ends the session, unless it answers the session check', async () => {
  const onSessionEnd = vi.fn();
  const queries = createQueryClient(onSessionEnd);
  const queryFn = () => Promise.reject(new ApiError(401, ''));
  await queries.prefetchQuery({ queryKey: ['user'], queryFn });
  expect(onSessionEnd).not.toHaveBeenCalled();
  await queries.prefetchQuery({ queryKey: ['orders'], queryFn });
  expect(onSessionEnd).toHaveBeenCalledOnce();
});

it('a mutation started offline fails at once and is not sent again once online', async () => {
  const send = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('offline'));
  const queries = createQueryClient(() => {});
  queries.mount();
  const press = new MutationObserver(queries, { mutationFn: send });
  onlineManager.setOnline(false);
  press.mutate().catch(() => {});
  await until(() => expect(press.getCurrentResult().isError).toBe(true));
  // The client asks it again once online, and not before it has sent again what waited.
  const ask = vi.fn(async () => 'here');
  new QueryObserver(queries, { queryKey: ['settings'], queryFn: ask, staleTime: 0 }).subscribe(() => {});
  await until(() => expect(queries.getQueryData(['settings'])).toBe('here'));
  onlineManager.setOnline(true);
  await until(() => expect(ask).toHaveBeenCalledTimes(2));
  expect(send).toHaveBeenCalledOnce();
  queries.unmount();
});

it('a failed query that is refetched while the browser is offline makes the attempt and shows its outcome', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValue(away);
  const { observer, now } = watch(ask);
  await until(() => expect(now().isError).toBe(true));
  onlineManager.setOnline(false);
  await observer.refetch();
  expect(ask).toHaveBeenCalledTimes(2);
  expect(now()).toMatchObject({ isError: true, isFetching: false });
  ask.mockResolvedValue('here');
  await observer.refetch();
  expect(now().data).toBe('here');
});

it('a poll that fails while the browser is offline waits its interval', async () => {
  vi.useFakeTimers({ now: 0 });
  onlineManager.setOnline(false);
  const tries: number[] = [];
  const queryFn = async () => {
    tries.push(Date.now() / 1000);
    throw new TypeError('offline');
  };
  const observer = new QueryObserver(
    createQueryClient(() => {}),
    { queryKey: ['health'], queryFn, refetchInterval: 10_000 },
  );
  const leave = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(25_000);
  // A lost connection is tried again after a second, and after two more.
  expect(tries).toEqual([0, 1, 3, 13, 14, 16]);
  leave();
  vi.useRealTimers();
});
