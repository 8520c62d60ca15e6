import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { rightsOf } from '../members/use-rights';
import { entriesFor } from './navigation';
import { Sidebar } from './sidebar';

it('the groups of the navigation have names, but no headings, which would come before the one of the screen', () => {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <Sidebar
          username="owner"
          ready={false}
          entries={entriesFor(true, rightsOf(null))}
          onSignOut={() => {}}
        />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  for (const name of ['Shop', 'Product']) expect(screen.getByRole('group', { name })).toBeDefined();
  expect(screen.queryByRole('heading')).toBeNull();
});
