import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import type { Provider } from './queries';
import { StoreCard } from './store-card';

vi.mock('./products-form', () => ({ ProductsForm: () => null }));
vi.mock('./secrets', () => ({ Secrets: () => null }));
vi.mock('./test-store', () => ({ TestStore: () => null }));

const url = 'https://shop.example.com/api/autobuy/1';

function open(provider: Provider) {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <StoreCard
          guildId="1"
          store={{ provider, url, enabled: false, secrets: [], products: [] }}
          open
          onToggle={() => {}}
        />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

const address = (label: string) => screen.queryByLabelText<HTMLInputElement>(label)?.value;

it('a store whose test button sends unsigned calls has an address for those', () => {
  open('sellapp');
  expect([address('Address'), address('Test address')]).toEqual([url, `${url}?test=1`]);
});

it('a store without such a test button has one address', () => {
  open('sellauth');
  expect([address('Address'), address('Test address')]).toEqual([url, undefined]);
});
