import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { TestStore } from './test-store';

it('the answer to a test purchase can be scrolled by keyboard', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 200, body: 'Thanks!' }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TestStore
        guildId="1"
        store={{
          provider: 'sellauth',
          url: 'https://shop.example.com/api/autobuy/sellauth/1',
          enabled: true,
          secrets: [{ id: '1', hint: 'abcd', createdAt: '2026-11-20T09:14:00Z', lastUsedAt: null }],
          products: [],
        }}
      />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Send a test purchase' }));
  const answer = await screen.findByRole('group', { name: 'Answer' });
  expect(answer.textContent).toBe('Thanks!');
  expect(answer.tabIndex).toBe(0);
});
