import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { TestStore } from './test-store';

const secret = { id: '1', hint: 'abcd', createdAt: '2026-11-20T09:14:00Z', lastUsedAt: null };

function open(secrets = [secret]) {
  render(
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
    </QueryClientProvider>,
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
