import { onlineManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client';
import { reachability } from '../../api/reachability';
import type { KeyHead } from '../../api/topics';
import { userQuery } from '../auth/queries';
import { ConnectionStrip } from './connection-strip';

it('the connection strip publishes its height while it is shown', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(49);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly look: () => void;
      constructor(look: () => void) {
        this.look = look;
      }
      observe() {
        this.look();
      }
      disconnect() {}
    },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConnectionStrip />
    </QueryClientProvider>,
  );
  const room = () => document.documentElement.style.getPropertyValue('--strip');
  expect(room()).toBe('');
  act(() => reachability.failed(new TypeError('offline')));
  expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached. Trying again...');
  expect(room()).toBe('49px');
  act(() => reachability.answered(200));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(room()).toBe('');
});

it('the strip is shown as soon as the browser is offline, and goes once the server has answered', () => {
  reachability.followBrowser();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConnectionStrip />
    </QueryClientProvider>,
  );
  act(() => void dispatchEvent(new Event('offline')));
  expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached.');
  act(() => void dispatchEvent(new Event('online')));
  expect(screen.getByRole('alert')).toBeDefined();
  act(() => reachability.answered(200));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('what has failed is fetched again once the server is reached, and not before', async () => {
  const ask = vi.fn(async (): Promise<string> => Promise.reject(new TypeError('offline')));
  function Screen() {
    useQuery({ queryKey: ['stock'], queryFn: ask, retry: false });
    return <ConnectionStrip />;
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Screen />
    </QueryClientProvider>,
  );
  await act(async () => reachability.failed(new TypeError('offline')));
  expect(ask).toHaveBeenCalledTimes(1);
  await act(async () => reachability.answered(200));
  expect(ask).toHaveBeenCalledTimes(2);
});

describe('"Try now"', () => {
  const ask = vi.fn<(key: KeyHead) => Promise<string>>();

  function Screen() {
    useQuery({ queryKey: ['stock'], queryFn: () => ask('stock') });
    useQuery({ ...userQuery, queryFn: () => ask('user') as never });
    return <ConnectionStrip />;
  }

  const button = () => screen.getByRole('button', { name: 'Try now' });

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onlineManager.setOnline(false);
    const queries = createQueryClient(() => {});
    queries.setQueryData(['stock'], 'old');
    queries.setQueryData(userQuery.queryKey, {} as never);
    ask.mockReset();
    render(
      <QueryClientProvider client={queries}>
        <Screen />
      </QueryClientProvider>,
    );
    act(() => reachability.failed(new TypeError('offline')));
    return () => {
      onlineManager.setOnline(true);
      reachability.answered(200);
      vi.useRealTimers();
    };
  });

  it('fetches what is shown though the browser is offline, and is busy until that has failed', async () => {
    ask.mockRejectedValue(new TypeError('offline'));
    fireEvent.click(button());
    expect(ask).toHaveBeenCalledOnce();
    expect(button().getAttribute('aria-busy')).toBe('true');
    await act(() => vi.advanceTimersByTimeAsync(4000));
    expect(button().getAttribute('aria-busy')).toBeNull();
    expect(ask.mock.calls.map(([key]) => key)).toEqual(['stock', 'stock', 'stock']);
  });

  it('does not stay busy on a connection that says nothing', async () => {
    ask.mockReturnValue(new Promise(() => {}));
    fireEvent.click(button());
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(button().getAttribute('aria-busy')).toBeNull();
  });
});
