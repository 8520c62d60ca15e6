import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import type { Provider } from './queries';
import { StoreCard } from './store-card';

vi.mock('./products-form', () => ({ ProductsForm: () => null }));
vi.mock('./secrets', () => ({ Secrets: () => null }));
vi.mock('./test-store', () => ({ TestStore: () => null }));

const publicUrl = 'https://shop.example.com/api/autobuy/1';

function open(provider: Provider, url = publicUrl) {
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
  expect([address('Address'), address('Test address')]).toEqual([publicUrl, `${publicUrl}?test=1`]);
});

it('a store without such a test button has one address', () => {
  open('sellauth');
  expect([address('Address'), address('Test address')]).toEqual([publicUrl, undefined]);
});

it('an address that only this machine reaches is said to be one', () => {
  open('sellapp', 'http://127.0.0.1:8080/api/autobuy/sellapp/1');
  expect(screen.getAllByText(/^Only this machine reaches this/)).toHaveLength(1);
});

it('an address that everybody reaches stands without a remark', () => {
  open('sellapp');
  expect(screen.queryByText(/^Only this machine reaches this/)).toBeNull();
});
