import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSession, storeSession } from '../../api/session';
import { toasts } from '../../ui/toast';
import { useSecrets } from '../../ui/use-secrets';
import { FulfilmentForm } from './fulfilment-form';
import { fulfilmentQuery, type Fulfilment } from './queries';

vi.mock('../auth/require-user', () => ({ useUser: () => ({ id: 'mika' }) }));

const guildId = '918430295761048371';
const url = 'https://shop.example.com/fulfil';
const before: Fulfilment = { mode: 'webhook', url: null, hint: null };
let saved = before;
const onSecret = vi.fn();

let answerSave: (response: Response) => void;
const answer = (body: object, status = 200) => act(async () => answerSave(Response.json(body, { status })));

beforeEach(() => {
  sessionStorage.clear();
  onSecret.mockReset();
  saved = before;
  storeSession('bds_mine');
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answerSave = resolve)));
});

function Form() {
  const { data } = useQuery({ ...fulfilmentQuery(guildId), initialData: saved, staleTime: Infinity });
  const { add } = useSecrets();
  return (
    <FulfilmentForm
      guildId={guildId}
      fulfilment={data}
      onSecret={(secret) => {
        onSecret(secret);
        add(secret);
      }}
    />
  );
}

async function open() {
  const router = createMemoryRouter(
    [
      { path: '/fulfilment', element: <Form /> },
      { path: '*', element: null },
    ],
    { initialEntries: [`/fulfilment?guild=${guildId}`] },
  );
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
  });
  return (to: string) => act(async () => router.navigate(to));
}

const address = () => screen.getByLabelText<HTMLInputElement>('Address of the service');
const type = (value: string) =>
  act(async () => {
    fireEvent.change(address(), { target: { value } });
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('the form says what has to move along when the address of the service is changed', async () => {
  saved = { ...before, url };
  await open();
  expect(screen.queryByText(/^Orders under way go on at the new address/)).toBeNull();
  await type('https://shop.example.com/new');
  expect(screen.queryByText(/^Orders under way go on at the new address/)).not.toBeNull();
});

it.each(['', ' ', `${url} `])('an empty or unchanged address causes no move warning: %j', async (value) => {
  saved = { ...before, url };
  await open();
  await type(value);
  expect(screen.queryByText(/^Orders under way go on at the new address/)).toBeNull();
});

it.each(['default', 'manual', 'webhook'] as const)('mode %s refuses to remove the address', async (mode) => {
  saved = { ...before, mode, url };
  await open();
  const sent = vi.spyOn(globalThis, 'fetch');
  await type(' ');
  await press('Save');
  expect((await screen.findByRole('alert')).textContent).toBe('The address can be changed, but not removed.');
  expect(sent).not.toHaveBeenCalled();
});

describe('a save', () => {
  const sent = vi.fn<(body: unknown) => void>();
  const choose = async (mode: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: 'Orders are delivered' }));
    await userEvent.click(screen.getByRole('option', { name: mode }));
  };

  beforeEach(() => {
    sent.mockReset();
    vi.stubGlobal('fetch', async (request: Request) => {
      sent(await request.json());
      return new Promise(() => {});
    });
  });

  it('sends no address when there is none', async () => {
    await open();
    await choose('By hand');
    await press('Save');
    await waitFor(() => expect(sent.mock.calls).toEqual([[{ mode: 'manual' }]]));
  });

  it('sends the address without the whitespace around it', async () => {
    await open();
    await type(` ${url} `);
    await press('Save');
    await waitFor(() => expect(sent.mock.calls).toEqual([[{ mode: 'webhook', url }]]));
  });

  it('sends no address that was typed and is hidden since', async () => {
    await open();
    await type(url);
    await choose('By hand');
    expect(screen.queryByLabelText('Address of the service')).toBeNull();
    await press('Save');
    await waitFor(() => expect(sent.mock.calls).toEqual([[{ mode: 'manual' }]]));
  });

  it('sends a changed address that stays in sight, whatever the mode', async () => {
    saved = { ...before, url };
    await open();
    await choose('By hand');
    await type(`${url}/v2`);
    await press('Save');
    await waitFor(() => expect(sent.mock.calls).toEqual([[{ mode: 'manual', url: `${url}/v2` }]]));
  });
});

it('a refused address is shown at the address field, which gets the focus', async () => {
  await open();
  await type('https://192.168.0.1/');
  await press('Save');
  await answer({ message: 'Anybody on the internet must reach it.' }, 422);
  expect((await screen.findByRole('alert')).id).toBe(address().getAttribute('aria-describedby'));
  await waitFor(() => expect(document.activeElement).toBe(address()));
});

it('an error that is not about the address is shown for the whole form', async () => {
  await open();
  await type(url);
  await press('Save');
  await answer({ message: 'Away.' }, 503);
  expect((await screen.findByRole('alert')).textContent).toBe('Away.');
  expect(address().getAttribute('aria-invalid')).toBeNull();
});

it('a new secret is shown, and what was typed while saving stays unsaved', async () => {
  await open();
  await type(url);
  await press('Save');
  await type(`${url}/v2`);
  await answer({ mode: 'webhook', url, hint: 'abcd', secret: 'whsec_abcd' });
  await waitFor(() => expect(onSecret).toHaveBeenCalledWith('whsec_abcd'));
  expect(address().value).toBe(`${url}/v2`);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false);
});

it.each(['/orders', '/fulfilment?guild=2'])('leaving for %s asks when changes are unsaved', async (to) => {
  const go = await open();
  await type(url);
  await go(to);
  expect(screen.getByRole('alertdialog').textContent).toContain('Your changes are not saved yet.');
});

it('a toast says that the new secret was not shown when the user has left the screen', async () => {
  const said = vi.spyOn(toasts, 'show');
  const go = await open();
  await type(url);
  await press('Save');
  await go('/orders');
  await press('Leave');
  await answer({ mode: 'webhook', url, hint: 'abcd', secret: 'whsec_abcd' });
  await waitFor(() =>
    expect(said.mock.calls).toEqual([
      ['success', 'Fulfilment saved!'],
      ['success', 'Make a new secret: this one was not shown.'],
    ]),
  );
});

it('a save failure is reported as a toast when the user has left the screen', async () => {
  const said = vi.spyOn(toasts, 'show');
  const go = await open();
  await type(url);
  await press('Save');
  await go('/orders');
  await press('Leave');
  await answer({ message: 'Away.' }, 503);
  await waitFor(() => expect(said).toHaveBeenCalledWith('error', 'Away.'));
});

it('the form restores what was typed when the session ended', async () => {
  await open();
  await type(url);
  forgetSession();
  cleanup();
  storeSession('bds_mine');
  await open();
  expect(address().value).toBe(url);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false);
});
