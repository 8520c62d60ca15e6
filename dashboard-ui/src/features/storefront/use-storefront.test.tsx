import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { useAddress } from '../../ui/use-address';
import { useStorefront } from './use-storefront';

it('choosing a storefront keeps an address change that is still being applied', async () => {
  vi.stubGlobal('fetch', () => new Promise<Response>(() => {}));
  let press: () => void;
  function Screen() {
    const { change } = useAddress();
    const { select } = useStorefront();
    press = () => {
      change({ find: 'lofi' });
      select('2');
    };
    return null;
  }
  let load: (data: null) => void;
  const router = createMemoryRouter(
    [
      {
        id: 'keys',
        path: '/keys',
        loader: () => new Promise<null>((done) => (load = done)),
        Component: Screen,
      },
    ],
    { initialEntries: ['/keys?guild=1&page=3'], hydrationData: { loaderData: { keys: null } } },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await act(async () => press());
  await act(async () => load(null));
  const params = new URLSearchParams(router.state.location.search);
  expect(params.get('find')).toBe('lofi');
  expect(params.get('guild')).toBe('2');
  expect(params.has('page'), 'of the other storefront').toBe(false);
});
