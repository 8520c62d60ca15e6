import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { toasts } from '../../ui/toast';
import { InviteDialog } from './invite-dialog';
import type { Member } from './queries';
import { RoleDialog } from './role-dialog';

let answer: () => void;
const said = vi.fn();

beforeEach(() => {
  said.mockReset();
  vi.spyOn(toasts, 'show').mockImplementation(said);
  vi.stubGlobal('fetch', () => {
    const refusal = Response.json({ code: 409, message: 'There are enough.' }, { status: 409 });
    return new Promise<Response>((resolve) => (answer = () => resolve(refusal)));
  });
});

function open(dialog: ReactNode) {
  return render(<QueryClientProvider client={new QueryClient()}>{dialog}</QueryClientProvider>).unmount;
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const mika = { id: '7', username: 'mika', role: 'packer', until: null } as Member;
const invite = <InviteDialog guildId="1" onCode={() => {}} onClosed={() => {}} />;

it('a failure to add a helper is shown in the open dialog', async () => {
  open(invite);
  await userEvent.type(screen.getByLabelText('Name'), 'mika');
  await press('Add');
  answer();
  expect((await screen.findByRole('alert')).textContent).toBe('There are enough.');
  expect(said).not.toHaveBeenCalled();
});

it('a failure to add a helper is reported as a toast when the dialog was closed', async () => {
  const close = open(invite);
  await userEvent.type(screen.getByLabelText('Name'), 'mika');
  await press('Add');
  close();
  answer();
  await waitFor(() => expect(said).toHaveBeenCalledWith('error', 'There are enough.'));
});

it('a failure to change a helper is reported as a toast when the dialog was closed', async () => {
  const close = open(<RoleDialog guildId="1" member={mika} onClosed={() => {}} />);
  await press('Save');
  close();
  answer();
  await waitFor(() => expect(said).toHaveBeenCalledWith('error', 'There are enough.'));
});
