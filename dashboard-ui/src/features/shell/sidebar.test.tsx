import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { rightsOf } from '../members/use-rights';
import { entriesFor } from './navigation';
import { Sidebar } from './sidebar';

beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})));

const owners = entriesFor(true, rightsOf(null));

const sidebar = (ready: boolean, entries = owners) => (
  <MemoryRouter>
    <QueryClientProvider client={new QueryClient()}>
      <Sidebar username="owner" ready={ready} entries={entries} onSignOut={() => {}} />
    </QueryClientProvider>
  </MemoryRouter>
);

it('the groups of the navigation have names, but no headings, which would come before the one of the screen', () => {
  render(sidebar(false));
  for (const name of ['Shop', 'Product']) expect(screen.getByRole('group', { name })).toBeDefined();
  expect(screen.queryByRole('heading')).toBeNull();
});

it('the count of waiting orders comes beside their link, which keeps its name and the focus', () => {
  const counted = owners.map((entry) => (entry.Count ? { ...entry, Count: () => '2' } : entry));
  const { rerender } = render(sidebar(false, counted));
  screen.getByRole('link', { name: 'Orders' }).focus();
  expect(screen.queryByText('2')).toBeNull();
  rerender(sidebar(true, counted));
  expect(screen.getByText('2')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Orders' }));
});
