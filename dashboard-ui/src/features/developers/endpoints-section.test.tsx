import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { EndpointsSection } from './endpoints-section';
import { endpointsQuery, type Endpoint } from './queries';

const endpoint: Endpoint = {
  id: '1',
  url: 'https://hooks.example.com/boostdesk',
  description: null,
  enabled: true,
  events: [],
  failingSince: null,
  hint: 'abcd',
  createdAt: '2026-11-20T09:14:00Z',
};

it.each([
  ['can', 9],
  ['cannot', 10],
])('an endpoint %s be added to %i', (can, count) => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const endpoints = Array.from({ length: count }, (_, index) => ({ ...endpoint, id: String(index) }));
  queries.setQueryData(endpointsQuery.queryKey, endpoints);
  render(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <EndpointsSection />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add endpoint' }).disabled).toBe(
    can === 'cannot',
  );
});
