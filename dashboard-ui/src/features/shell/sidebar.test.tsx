import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { rightsOf } from '../members/use-rights';
import { orderCountsQuery } from '../orders/counts/queries';
import { entriesFor } from './navigation';
import { Sidebar } from './sidebar';

beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})));

const sidebar = (ready: boolean, queries = new QueryClient()) => (
  <MemoryRouter>
    <QueryClientProvider client={queries}>
      <Sidebar
        username="owner"
        ready={ready}
        entries={entriesFor(true, rightsOf(null))}
        onSignOut={() => {}}
      />
    </QueryClientProvider>
  </MemoryRouter>
);

it('the groups of the navigation have names, but no headings, which would come before the one of the screen', () => {
  render(sidebar(false));
  for (const name of ['Shop', 'Product']) expect(screen.getByRole('group', { name })).toBeDefined();
  expect(screen.queryByRole('heading')).toBeNull();
});

it('the count of waiting orders comes beside their link, which keeps its name and the focus', () => {
  const queries = new QueryClient();
  queries.setQueryData(orderCountsQuery.queryKey, { orders: [], total: 2, totalIsCapped: false, waiting: 2 });
  const { rerender } = render(sidebar(false, queries));
  screen.getByRole('link', { name: 'Orders' }).focus();
  expect(screen.queryByText('2')).toBeNull();
  rerender(sidebar(true, queries));
  expect(screen.getByText('2')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Orders' }));
});
