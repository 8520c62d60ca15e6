import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { nova } from './a-storefront';
import { storefrontsQuery } from './queries';
import { StorefrontGate } from './storefront-gate';

const tea = { ...nova, guildId: '2', name: 'Tea House' };

async function open() {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(storefrontsQuery.queryKey, [nova, tea]);
  const element = (
    <StorefrontGate emptyText="" skeleton={null}>
      {({ name }) => <input aria-label={name} />}
    </StorefrontGate>
  );
  const router = createMemoryRouter([{ path: '/', element }], { initialEntries: ['/?guild=2'] });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByLabelText('Tea House'), 'typed');
  return { queries, router };
}

const typed = () => screen.getByLabelText<HTMLInputElement>('Nova').value;

it('input for one storefront is not shown after another one is chosen', async () => {
  const { router } = await open();
  await act(() => router.navigate(`/?guild=${nova.guildId}`));
  expect(typed()).toBe('');
});

it('input for a storefront that is gone is not shown for the first one', async () => {
  const { queries } = await open();
  await act(async () => queries.setQueryData(storefrontsQuery.queryKey, [nova]));
  expect(await screen.findByLabelText('Nova')).toBeDefined();
  expect(typed()).toBe('');
});
