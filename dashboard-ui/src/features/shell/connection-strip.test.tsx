import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { reachability } from '../../api/reachability';
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

it('the strip is shown as soon as the browser is offline, and goes once it is online', () => {
  reachability.followBrowser();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConnectionStrip />
    </QueryClientProvider>,
  );
  act(() => void dispatchEvent(new Event('offline')));
  expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached.');
  act(() => void dispatchEvent(new Event('online')));
  expect(screen.queryByRole('alert')).toBeNull();
});
