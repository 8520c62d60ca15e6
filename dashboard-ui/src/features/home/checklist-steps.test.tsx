import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import type { Schema } from '../../api/types';
import { userQuery } from '../auth/queries';
import { Steps } from './checklist-steps';

const nova = { guildId: '918430295761048371', name: 'Nova', visitedAt: null } as Schema<'Storefront'>;

vi.mock('./use-step-answers', () => ({
  useStepAnswers: () => ({
    bot: { data: { hasToken: false, inviteUrl: null, storefronts: [] } },
    stock: [{ data: [] }],
    keys: [{ data: { keys: [] } }],
    stores: [{ data: [] }],
    domains: { data: [{ domain: 'shop.example', status: 'active' }] },
    areHere: true,
  }),
}));

it("the step to share the redeem page copies that page's address, on the seller's own domain", async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(userQuery.queryKey, { admin: false } as Schema<'Me'>);
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <Steps storefronts={[nova]} first={nova} orders={0} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await user.click(screen.getByRole('button', { name: 'Copy redeem link' }));
  expect(await navigator.clipboard.readText()).toBe(`https://shop.example/redeem-order/${nova.guildId}`);
});
