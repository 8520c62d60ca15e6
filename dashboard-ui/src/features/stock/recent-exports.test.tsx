import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client';
import { RecentExports } from './recent-exports';

const taken = { id: '1', count: 3, at: '2026-11-20T09:14:00Z', by: 'mika' };
let answer: (stock: string | null) => Response;

beforeEach(() => {
  vi.stubGlobal('fetch', async ({ url }: Request) => answer(/\w+MonthTokens/.exec(url)?.[0] ?? null));
});

function open() {
  return render(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <RecentExports guildId="1" />
    </QueryClientProvider>,
  );
}

it('recent exports are not shown when nothing was exported', async () => {
  let asked = 0;
  answer = () => {
    asked++;
    return Response.json([]);
  };
  const { container } = open();
  await waitFor(() => expect(asked).toBe(2));
  expect(container.textContent).toBe('');
});

it('recent exports that failed to load are reported, and only those are retried', async () => {
  answer = (stock) =>
    stock === 'OneMonthTokens' ? Response.json({}, { status: 503 }) : Response.json([taken]);
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('Not all exports could be loaded');
  expect(await screen.findByText('3 tokens of Three Month Tokens')).toBeDefined();
  answer = () => Response.json([]);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByText('3 tokens of Three Month Tokens')).toBeDefined();
});
