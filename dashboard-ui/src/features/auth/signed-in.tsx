import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { ConfigContext } from '../../api/bootstrap';
import { createQueryClient } from '../../api/query-client';
import { userQuery } from './queries';
import { RequireUser } from './require-user';

/** For tests: renders a screen for a signed-in user. */
export function renderSignedIn(Screen: ComponentType, { admin = false, address = '/' } = {}) {
  const queries = createQueryClient(() => {});
  queries.setQueryData(userQuery.queryKey, {
    id: 'a',
    discordId: null,
    username: 'mika',
    admin,
    access_code: '',
  });
  const element = (
    <RequireUser whileLoading={null}>
      <Screen />
    </RequireUser>
  );
  renderRoutes(createMemoryRouter([{ path: '/', element }], { initialEntries: [address] }), queries);
}

/** For tests: renders a router inside the providers that every screen needs. */
export function renderRoutes(router: ReturnType<typeof createMemoryRouter>, queries: QueryClient) {
  render(
    <ConfigContext value={{ brand: { name: 'Boostdesk' } } as never}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ConfigContext>,
  );
}
