import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { Schema } from '../../api/types';
import { userQuery } from '../auth/queries';
import { Steps } from './checklist-steps';

const nova = { guildId: '918430295761048371', name: 'Nova', visitedAt: null } as Schema<'Storefront'>;

const stores = vi.hoisted(() => [] as Pick<Schema<'StoreConnection'>, 'provider' | 'enabled' | 'products'>[]);

vi.mock('./use-step-answers', () => ({
  useStepAnswers: () => ({
    bot: { data: { hasToken: false, inviteUrl: null, storefronts: [] } },
    stock: [{ data: [] }],
    keys: [{ data: { keys: [] } }],
    stores: [{ data: stores }],
    domains: { data: [{ domain: 'shop.example', status: 'active' }] },
    areHere: true,
  }),
}));

function open() {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(userQuery.queryKey, { admin: false } as Schema<'Me'>);
  render(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <Steps storefronts={[nova]} first={nova} orders={0} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

afterEach(() => void (stores.length = 0));

it("the step to share the redeem page copies that page's address, on the seller's own domain", async () => {
  const user = userEvent.setup();
  open();
  await user.click(screen.getByRole('button', { name: 'Copy redeem link' }));
  expect(await navigator.clipboard.readText()).toBe(`https://shop.example/redeem-order/${nova.guildId}`);
});

const product = { product: '42', variant: null, stock: 'OneMonthTokens.txt', amount: 14 } as const;
const step = (text: string) => screen.getByText(new RegExp(text)).textContent;

it('the step to connect a store is open while the connected store has no products, and leads to that store', () => {
  stores.push({ provider: 'sellix', enabled: false, products: [product] });
  stores.push({ provider: 'sellapp', enabled: true, products: [] });
  open();
  expect(step('your store refuses all sales')).toMatch(/To do$/);
  expect(screen.getByRole('link', { name: 'Add products' }).getAttribute('href')).toBe(
    `/dashboard/stores?guild=${nova.guildId}&store=sellapp`,
  );
});

it('the step to connect a store is done once a connected store has products', () => {
  stores.push({ provider: 'sellapp', enabled: true, products: [product] });
  open();
  expect(step('Connect the store')).toMatch(/Done$/);
  expect(screen.queryByRole('link', { name: 'Add products' })).toBeNull();
});
