import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { toasts } from '../../ui/toast';
import { SecretSection } from './secret-section';

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('a toast says that the new secret was not shown when the user has left the screen', async () => {
  const said = vi.spyOn(toasts, 'show');
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <SecretSection guildId="1" hint="abcd" />
    </QueryClientProvider>,
  );
  await press('New Secret');
  await press('Yes, New Secret');
  unmount();
  await act(async () => answer(Response.json({ secret: 'whsec_efgh' })));
  await waitFor(() =>
    expect(said).toHaveBeenCalledWith('success', 'Make a new secret: this one was not shown.'),
  );
});

const neverShown = 'If you were never shown it, make a new one.';

it.each([
  [null, [neverShown]],
  ['manager', ['Only the seller changes secrets.']],
] as const)('only the seller is told to replace a secret never shown, with role %s', async (role, says) => {
  vi.stubGlobal('fetch', async () => Response.json({ guildId: role && '1', role }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SecretSection guildId="1" hint="abcd" />
    </QueryClientProvider>,
  );
  const said = () => screen.queryAllByText(/never shown|Only the seller/).map((one) => one.textContent);
  await waitFor(() => expect(said()).toEqual(says));
});
