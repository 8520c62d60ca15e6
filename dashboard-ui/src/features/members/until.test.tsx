import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { InviteDialog } from './invite-dialog';
import type { Member } from './queries';
import { RoleDialog } from './role-dialog';
import { endOfDay } from './roles';

const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json());
    return new Promise(() => {});
  });
});

const open = (dialog: ReactNode) =>
  render(<QueryClientProvider client={new QueryClient()}>{dialog}</QueryClientProvider>);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const until = () => screen.getByLabelText<HTMLInputElement>(/^Until/);
const fill = (value: string) => fireEvent.change(until(), { target: { value } });

// Not the end of a day: the API allows any time.
const end = '2026-12-24T09:00:00Z';
const mika = { id: '7', username: 'mika', role: 'packer', until: end } as Member;
const invite = <InviteDialog guildId="1" onCode={() => {}} onClosed={() => {}} />;
const change = <RoleDialog guildId="1" member={mika} onClosed={() => {}} />;

describe.each([
  ['a helper who is added', invite, 'Add'],
  ['a helper who is changed', change, 'Save'],
])('the last day of %s', (_, dialog, done) => {
  it.each([
    ['is half typed', '', true],
    ['has a year beyond any clock', '275760-01-01', false],
  ])('is refused when it %s', async (_, value, badInput) => {
    open(dialog);
    const name = screen.queryByLabelText('Name');
    if (name) await userEvent.type(name, 'mika');
    // happy-dom takes no such year into a date field.
    until().type = 'text';
    fill(value);
    Object.defineProperty(until(), 'validity', { value: { badInput } });
    await press(done);
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter a valid date, or none');
    expect(sent).toEqual([]);
  });
});

it('changing only the role does not send the end date', async () => {
  open(change);
  await userEvent.click(screen.getByRole('combobox', { name: 'Role' }));
  await userEvent.click(screen.getByRole('option', { name: 'Manager' }));
  await press('Save');
  await waitFor(() => expect(sent).toEqual([{ role: 'manager' }]));
});

it('changing only the end date does not send the role', async () => {
  open(change);
  fill('2026-12-25');
  await press('Save');
  await waitFor(() => expect(sent).toEqual([{ until: endOfDay('2026-12-25') }]));
});

it('the end date can be removed', async () => {
  open(change);
  fill('');
  await press('Save');
  await waitFor(() => expect(sent).toEqual([{ until: null }]));
});
