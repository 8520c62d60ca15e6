import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { toasts } from '../../ui/toast';
import { CreateApiKeyDialog } from './create-api-key-dialog';

it('a failure is reported as a toast when the create API key dialog was closed meanwhile', async () => {
  const said = vi.spyOn(toasts, 'show');
  let answer!: (response: Response) => void;
  vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = resolve)));
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <CreateApiKeyDialog onCreated={() => {}} onClosed={() => {}} />
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByLabelText('Name'), 'Stock bot');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  unmount();
  answer(Response.json({ code: 409, message: 'There are 20 keys already.' }, { status: 409 }));
  await waitFor(() => expect(said).toHaveBeenCalledWith('error', 'There are 20 keys already.'));
});
