import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { ApiKeysSection } from './api-keys-section';
import { apiKeysQuery, type ApiKey } from './queries';

const key = (name: string, expiresAt: string | null): ApiKey => ({
  id: name,
  name,
  hint: 'abcd',
  scopes: ['read'],
  lastUsedAt: null,
  createdAt: '2026-11-20T09:14:00Z',
  expiresAt,
});

it('only an API key whose time is over is marked as expired', () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const hour = 60 * 60 * 1000;
  const from = (ms: number) => new Date(Date.now() + ms).toISOString();
  queries.setQueryData(apiKeysQuery.queryKey, [
    key('Till', null),
    key('Old till', from(-hour)),
    key('New till', from(hour)),
  ]);
  render(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <ApiKeysSection />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const expired = screen.getAllByText('Expired').map((badge) => badge.closest('li')?.textContent);
  expect(expired).toEqual([expect.stringContaining('Old till')]);
});
