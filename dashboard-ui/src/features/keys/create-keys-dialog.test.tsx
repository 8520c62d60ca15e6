import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { CreateKeysDialog } from './create-keys-dialog';

let answerStock: (response: Response) => void;
const levels = [{ stock: 'OneMonthTokens.txt', available: 2, reserved: 0, delivered: 0, failed: 0 }];

beforeEach(() => {
  const stock = new Promise<Response>((resolve) => (answerStock = resolve));
  vi.stubGlobal('fetch', (request: Request) =>
    request.method === 'POST' ? Promise.resolve(Response.json({ keys: ['7KQ2M-X9FDR-3TWHN-B6VPC'] })) : stock,
  );
});

function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CreateKeysDialog guildId="1" onClosed={() => {}} />
    </QueryClientProvider>,
  );
  return screen.getByRole('dialog');
}

it('stays one dialog, with the focus on the keys once they are made', async () => {
  const dialog = open();
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  const keys = await screen.findByRole('textbox', { name: 'Created keys' });
  expect(screen.getByRole('dialog', { name: 'Key created' })).toBe(dialog);
  expect(document.activeElement).toBe(keys);
});

it('keeps the place of what the keys take until the stock is known', async () => {
  const dialog = open();
  expect(dialog.querySelector('.skeleton')).not.toBeNull();
  await act(async () => answerStock(Response.json(levels)));
  expect(await screen.findByText(/^Redeeming it takes 7 tokens; 2 One Month Tokens/)).toBeDefined();
  expect(dialog.querySelector('.skeleton')).toBeNull();
});
