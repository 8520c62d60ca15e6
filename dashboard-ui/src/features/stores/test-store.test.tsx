import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { TestStore } from './test-store';

const secret = { id: '1', hint: 'abcd', createdAt: '2026-11-20T09:14:00Z', lastUsedAt: null };

function open(secrets = [secret]) {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <TestStore
          guildId="1"
          store={{
            provider: 'sellauth',
            url: 'https://shop.example.com/api/autobuy/sellauth/1',
            enabled: true,
            secrets,
            products: [],
          }}
        />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return screen.getByRole<HTMLButtonElement>('button', { name: 'Send a test purchase' });
}

it('the answer to a test purchase can be scrolled by keyboard', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 200, body: 'Thanks!' }));
  await userEvent.click(open());
  const answer = await screen.findByRole('group', { name: 'Answer' });
  expect(answer.textContent).toBe('Thanks!');
  expect(answer.tabIndex).toBe(0);
});

it('no test purchase can be sent without a secret to sign it', () => {
  expect(open([]).disabled).toBe(true);
  expect(screen.getByText('Needs a secret.')).toBeDefined();
});

const notWhere = 'This text has no link to your redeem page.';

it('a test purchase whose answer does not say where to redeem says so, and leads to the settings', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 200, body: 'XXXXX-XXXXX-XXXXX-XXXXX' }));
  await userEvent.click(open());
  expect((await screen.findByText(notWhere)).closest('[role=status]')).not.toBeNull();
  expect(screen.getByRole('link', { name: 'Add it' }).getAttribute('href')).toBe('/dashboard/settings');
});

it.each([
  ['has the link', 200, 'XXXXX at https://nova.example/redeem-order/1'],
  ['is for a store that takes no text', 200, ''],
  ['is a refusal', 422, 'No product is mapped.'],
])('a test purchase whose answer %s has no word about where to redeem', async (_, status, body) => {
  vi.stubGlobal('fetch', async () => Response.json({ status, body }));
  await userEvent.click(open());
  await screen.findByRole('group', { name: 'Answer' });
  expect(screen.queryByText(notWhere)).toBeNull();
});
