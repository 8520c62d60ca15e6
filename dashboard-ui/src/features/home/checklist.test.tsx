import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { userQuery } from '../auth/queries';
import { storefrontsQuery } from '../storefront/queries';
import { Checklist } from './checklist';
import { stepsCode } from './code/queries';
import { botQuery } from './queries';

vi.mock('../members/use-manages', () => ({ useManages: () => true }));

/** Opens the checklist of a seller with orders. `isMember`: whether the bot is in each server of theirs. */
async function open(...isMember: (boolean | null)[]) {
  const guilds = isMember.map((isMember, index) => {
    const guildId = String(index + 1);
    return { guildId, isMember, inviteUrl: `https://discord.example/invite?guild_id=${guildId}` };
  });
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(
    storefrontsQuery.queryKey,
    guilds.map(({ guildId }) => ({ guildId, name: `Shop ${guildId}` }) as never),
  );
  queries.setQueryData(botQuery.queryKey, { hasToken: true, inviteUrl: null, storefronts: guilds });
  queries.setQueryData(userQuery.queryKey, { admin: false } as never);
  await act(async () => {
    render(
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <Checklist totalOrders={5} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  });
  return queries;
}

const invited = () => screen.queryAllByRole('link').map((link) => link.textContent);

it('a seller with orders has no steps left, nor loads them, while it is unknown where the bot is', async () => {
  const queries = await open(null);
  const code = queries.getQueryState(stepsCode.queryKey);
  expect(code).toMatchObject({ status: 'pending', fetchStatus: 'idle' });
  expect(invited()).toEqual([]);
});

it('the bot can be invited to the servers that it is not in, and not to those that nobody knows of', async () => {
  await open(null, false, true);
  expect(await screen.findByText('Finish setting up')).toBeDefined();
  expect(invited()).toEqual(['Invite the bot: Shop 2']);
});
