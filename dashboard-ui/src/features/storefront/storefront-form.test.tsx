import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { forgetSession, storeSession } from '../../api/session';
import { toasts } from '../../ui/toast';
import { nova } from './a-storefront';
import { StorefrontForm } from './storefront-form';

vi.mock('../auth/require-user', () => ({ useUser: () => ({ id: 'mika' }) }));

let said: MockInstance<typeof toasts.show>;
let answerSave: (response: Response) => void;

/** Answers the save, and waits until the form has handled that. */
async function answer(response: Response) {
  await act(async () => answerSave(response));
  await waitFor(() => expect(said).toHaveBeenCalled());
}
const saved = (changes: object) => answer(Response.json({ ...nova, ...changes }));

beforeEach(() => {
  sessionStorage.clear();
  said = vi.spyOn(toasts, 'show');
  storeSession('bds_mine');
  vi.stubGlobal('fetch', (request: Request) =>
    request.method === 'GET'
      ? Promise.resolve(Response.json([]))
      : new Promise<Response>((resolve) => (answerSave = resolve)),
  );
});

type Props = Parameters<typeof StorefrontForm>[0];

async function open(first: Props) {
  let show: (props: Props) => void;
  function Form() {
    const [props, setProps] = useState(first);
    show = setProps;
    return <StorefrontForm {...props} />;
  }
  const router = createMemoryRouter([
    { path: '/', element: <Form /> },
    { path: '/orders', element: null },
  ]);
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
  });
  return {
    show: (props: Props) => act(async () => show(props)),
    leave: async () => {
      await act(async () => router.navigate('/orders'));
      await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    },
  };
}

const name = () => screen.getByLabelText<HTMLInputElement>('Name');
const press = (button: string) => userEvent.click(screen.getByRole('button', { name: button }));

const type = (label: string | RegExp, value: string) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  });

it('the form shows changes made elsewhere after its own save', async () => {
  const { show } = await open({ storefront: nova });
  await type('Name', 'Nova & Sons');
  await press('Save');
  await saved({ name: 'Nova & Sons' });
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  await show({ storefront: { ...nova, name: 'Nova & Daughters' } });
  expect(name().value).toBe('Nova & Daughters');
});

it('only what was typed while saving stays unsaved', async () => {
  const { show } = await open({ storefront: nova });
  await type('Name', ' Nova & Sons');
  await press('Save');
  await type(/^Redeem page footer/, 'Ask us');
  await saved({ name: 'Nova & Sons' });
  await waitFor(() => expect(screen.getByText('Unsaved changes')).toBeDefined());
  await show({ storefront: { ...nova, name: 'Nova & Sons', lowStockThreshold: 3 } });
  expect(name().value).toBe('Nova & Sons');
  expect(screen.getByLabelText<HTMLInputElement>('Low stock notice').value).toBe('3');
  expect(screen.getByLabelText<HTMLInputElement>(/^Redeem page footer/).value).toBe('Ask us');
  await type(/^Redeem page footer/, '');
  expect(screen.queryByText('Unsaved changes')).toBeNull();
});

it('a change made elsewhere while saving does not count as unsaved', async () => {
  const { show } = await open({ storefront: nova });
  await type('Name', 'Nova & Sons');
  await press('Save');
  await show({ storefront: { ...nova, lowStockThreshold: 3 } });
  await saved({ name: 'Nova & Sons' });
  const threshold = screen.getByLabelText<HTMLInputElement>('Low stock notice');
  expect([name().value, threshold.value]).toEqual(['Nova & Sons', '3']);
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  // The save has overwritten the change from elsewhere.
  await show({ storefront: { ...nova, name: 'Nova & Sons' } });
  expect(threshold.value).toBe('10');
});

it('a value that was typed back while saving stays, as unsaved', async () => {
  await open({ storefront: nova });
  await type('Name', 'Nova & Sons');
  await press('Save');
  await type('Name', 'Nova');
  await saved({ name: 'Nova & Sons' });
  expect(name().value).toBe('Nova');
  await waitFor(() => expect(screen.getByText('Unsaved changes')).toBeDefined());
});

it('creating a storefront leads to it', async () => {
  const onCreated = vi.fn();
  await open({ onCreated });
  await type('Name', 'Nova');
  await type('Server ID', nova.guildId);
  await press('Create storefront');
  await saved({});
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith(nova.guildId));
});

it('creating a storefront does not lead to it when the user has left meanwhile', async () => {
  const onCreated = vi.fn();
  const { leave } = await open({ onCreated });
  await type('Name', 'Nova');
  await type('Server ID', nova.guildId);
  await press('Create storefront');
  await leave();
  await saved({});
  await act(async () => {});
  expect(onCreated).not.toHaveBeenCalled();
  expect(said).toHaveBeenCalledWith('success', 'Storefront created!');
});

it('a save failure is reported as a toast when the user has left the screen meanwhile', async () => {
  const { leave } = await open({ storefront: nova });
  await type('Name', 'Nova & Sons');
  await press('Save');
  await leave();
  await answer(Response.json({ message: 'Away.' }, { status: 503 }));
  expect(said).toHaveBeenCalledWith('error', 'Away.');
});

describe('input that was typed when the session ended', () => {
  async function typeUntilItEnds(first: Props) {
    await open(first);
    await type('Name', 'Nova & Sons');
    forgetSession();
    cleanup();
    storeSession('bds_mine');
  }

  it('is restored beside changes made elsewhere', async () => {
    await typeUntilItEnds({ storefront: nova });
    const thanking = { ...nova, redeemFooter: 'Thanks!' };
    const { show } = await open({ storefront: thanking });
    expect(name().value).toBe('Nova & Sons');
    await show({ storefront: { ...thanking, name: 'Supernova' } });
    expect(name().value).toBe('Nova & Sons');
    expect(screen.getByLabelText<HTMLInputElement>(/Redeem page footer/).value).toBe('Thanks!');
    expect(screen.getByText('Unsaved changes')).toBeDefined();
  });

  it('is not restored in another form', async () => {
    await typeUntilItEnds({ storefront: nova });
    await open({});
    expect(name().value).toBe('');
  });

  it('is restored in the form for a new storefront', async () => {
    await typeUntilItEnds({});
    await open({});
    expect(name().value).toBe('Nova & Sons');
  });
});
