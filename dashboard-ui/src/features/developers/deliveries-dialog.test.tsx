import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { toasts } from '../../ui/toast';
import { DeliveriesDialog } from './deliveries-dialog';
import type { Delivery, Endpoint } from './queries';

const delivery: Delivery = {
  id: '1',
  event: 'test',
  attempts: 1,
  state: 'failed',
  status: 500,
  at: '2026-11-20T09:14:00Z',
  nextAt: null,
  error: null,
};

it('redelivering shows the message of the server, which says when the delivery is sent', async () => {
  const message = 'It is sent once the endpoint is enabled.';
  const said = vi.spyOn(toasts, 'show');
  vi.stubGlobal('fetch', async ({ method }: Request) =>
    Response.json(method === 'POST' ? { code: 200, message } : { deliveries: [delivery], next: null }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DeliveriesDialog endpoint={{ id: '1', enabled: false } as Endpoint} onClosed={() => {}} />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Redeliver test' }));
  await waitFor(() => expect(said.mock.calls).toEqual([['success', message]]));
});
