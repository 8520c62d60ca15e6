import { screen } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { renderRoutes } from '../auth/signed-in';
import { DomainSection } from './domain-section';
import { domainsQuery } from './queries';

it("only the section's title has its words in it", () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(domainsQuery.queryKey, []);
  renderRoutes(createMemoryRouter([{ path: '/', element: <DomainSection /> }]), queries);
  expect(screen.getByText(/custom domain/i).tagName).toBe('H2');
  expect(screen.getByRole('link', { name: 'Open its own screen' })).toBeDefined();
});
