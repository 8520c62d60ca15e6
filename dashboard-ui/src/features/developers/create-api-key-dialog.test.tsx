import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { toasts } from '../../ui/toast';
import { CreateApiKeyDialog } from './create-api-key-dialog';

afterEach(() => void vi.useRealTimers());

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CreateApiKeyDialog onCreated={() => {}} onClosed={() => {}} />
    </QueryClientProvider>,
  );

async function create() {
  await userEvent.type(screen.getByLabelText('Name'), 'Stock bot');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
}

it.each([
  ['Never', null],
  ['In 30 days', '2026-12-20T09:14:00.000Z'],
  ['In 90 days', '2027-02-18T09:14:00.000Z'],
  ['In a year', '2027-11-20T09:14:00.000Z'],
])('an API key that expires %j is created with the expiry %j', async (life, expiresAt) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:14:00Z') });
  let sent: unknown;
  vi.stubGlobal('fetch', async (request: Request) => {
    sent = await request.json();
    return new Promise(() => {});
  });
  open();
  await userEvent.click(screen.getByRole('combobox', { name: 'Expires' }));
  await userEvent.click(screen.getByRole('option', { name: life }));
  await create();
  await waitFor(() => expect(sent).toEqual({ name: 'Stock bot', scopes: ['read'], expiresAt }));
});

it('a failure is reported as a toast when the create API key dialog was closed meanwhile', async () => {
  const said = vi.spyOn(toasts, 'show');
  let answer!: (response: Response) => void;
  vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = resolve)));
  const { unmount } = open();
  await create();
  unmount();
  answer(Response.json({ code: 409, message: 'There are 20 keys already.' }, { status: 409 }));
  await waitFor(() => expect(said).toHaveBeenCalledWith('error', 'There are 20 keys already.'));
});
