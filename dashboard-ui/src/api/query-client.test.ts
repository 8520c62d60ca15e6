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
  // The client asks it once online, and not before it has sent again what waited.
  const ask = vi.fn(async () => 'here');
  new QueryObserver(queries, { queryKey: ['settings'], queryFn: ask }).subscribe(() => {});
  expect(ask).not.toHaveBeenCalled();
  onlineManager.setOnline(true);
  await until(() => expect(ask).toHaveBeenCalledOnce());
  expect(send).toHaveBeenCalledOnce();
  queries.unmount();
});
