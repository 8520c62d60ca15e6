import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { forgetSession, storeSession } from '../../api/session';
import { toasts } from '../../ui/toast';
import { ProductsForm } from './products-form';
import type { StoreConnection, StoreProduct } from './queries';

vi.mock('../auth/require-user', () => ({ useUser: () => ({ id: 'mika' }) }));

const product = (name: string): StoreProduct => ({
  product: name,
  variant: null,
  stock: 'OneMonthTokens.txt',
  amount: 14,
});
const store = (...names: string[]): StoreConnection => ({
  provider: 'sellauth',
  url: 'https://shop.example.com/api/autobuy/sellauth/1',
  enabled: true,
  secrets: [],
  products: names.map(product),
});

let said: MockInstance<typeof toasts.show>;
let answerSave: (response: Response) => void;

/** Answers the save, and waits until the form has handled that. */
async function answer(status = 200) {
  await act(async () => answerSave(Response.json({ message: 'Away.' }, { status })));
  await waitFor(() => expect(said).toHaveBeenCalled());
}

beforeEach(() => {
  sessionStorage.clear();
  said = vi.spyOn(toasts, 'show');
  storeSession('bds_mine');
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answerSave = resolve)));
});

async function open(...names: string[]) {
  let show: (store: StoreConnection) => void;
  function Form() {
    const [shown, setShown] = useState(store(...names));
    show = setShown;
    return <ProductsForm guildId="1" store={shown} />;
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
    go: (to: string) => act(async () => router.navigate(to)),
    /** Shows the store with these products, as after a change elsewhere or another fetch. */
    show: (...names: string[]) => act(async () => show(store(...names))),
    leave: async () => {
      await act(async () => router.navigate('/orders'));
      await press('Leave');
    },
  };
}

const rows = () => screen.getAllByLabelText<HTMLInputElement>('Product').map(({ value }) => value);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const type = (row: number, value: string) =>
  act(async () => {
    fireEvent.change(screen.getAllByLabelText('Product')[row]!, { target: { value } });
  });

it('the form shows changes made elsewhere after its own save', async () => {
  const { show } = await open('lofi');
  await type(0, 'nova');
  await press('Save products');
  await answer();
  await show('nova');
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  await show('tea');
  expect(rows()).toEqual(['tea']);
});

it('the focus stays in the field from which the form was saved', async () => {
  const { show } = await open('lofi');
  const field = screen.getByLabelText('Product');
  await userEvent.clear(field);
  await userEvent.type(field, 'nova {Enter}');
  await answer();
  await show('nova');
  expect(document.activeElement).toBe(field);
  expect(rows()).toEqual(['nova']);
  const boosts = screen.getByLabelText('Boosts');
  await userEvent.clear(boosts);
  await userEvent.type(boosts, '014{Enter}');
  await answer();
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  await show('lofi');
  expect(rows()).toEqual(['lofi']);
});

it('a product that was typed while saving stays, as unsaved', async () => {
  const { show } = await open('lofi', 'tea');
  await type(0, 'nova');
  await press('Save products');
  await type(1, 'coffee');
  await answer();
  await show('nova', 'tea');
  expect(rows()).toEqual(['nova', 'coffee']);
  expect(screen.getByText('Unsaved changes')).toBeDefined();
});

it('a row that was added while saving stays, as unsaved', async () => {
  const { show } = await open('lofi');
  await type(0, 'nova');
  await press('Save products');
  await press('Add product');
  await answer();
  await show('nova');
  expect(rows()).toEqual(['nova', '']);
  expect(screen.getByText('Unsaved changes')).toBeDefined();
});

it('a row that was removed while saving stays removed, as unsaved', async () => {
  const { show } = await open('lofi', 'tea');
  await type(0, 'nova');
  await press('Save products');
  await press('Remove product 2');
  await answer();
  await show('nova', 'tea');
  expect(rows()).toEqual(['nova']);
  expect(screen.getByText('Unsaved changes')).toBeDefined();
});

it('a save failure is reported as a toast when the user has left the screen', async () => {
  const { leave } = await open('lofi');
  await type(0, 'nova');
  await press('Save products');
  await leave();
  await answer(503);
  expect(said).toHaveBeenCalledWith('error', 'Away.');
});

it('products that repeat a row above are not saved, and the second one says why and gets the focus', async () => {
  const sent = vi.spyOn(globalThis, 'fetch');
  await open('lofi', 'tea');
  await type(1, ' lofi');
  await press('Save products');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('It is there twice with the same variant');
  const second = screen.getAllByLabelText('Product')[1]!;
  expect(second.getAttribute('aria-describedby')).toBe(alert.id);
  await waitFor(() => expect(document.activeElement).toBe(second));
  expect(sent).not.toHaveBeenCalled();
});

const question = () => screen.queryByRole('alertdialog')?.textContent ?? '';

it.each(['/?guild=1&store=sellix', '/?guild=1', '/?guild=2&store=sellauth'])(
  'leaving for %s asks when the products are not saved',
  async (to) => {
    const { go } = await open('lofi');
    await go('/?guild=1&store=sellauth');
    await type(0, 'nova');
    await go(to);
    expect(question()).toContain('Your products are not saved yet.');
  },
);

it('an address change that keeps the store open does not ask about unsaved products', async () => {
  const { go } = await open('lofi');
  await go('/?guild=1&store=sellauth');
  await type(0, 'nova');
  await go('/?guild=1&store=sellauth&more=1');
  expect(question()).toBe('');
});

describe('input that was typed when the session ended', () => {
  const endSession = () => {
    forgetSession();
    cleanup();
    storeSession('bds_mine');
  };

  it('is restored', async () => {
    await open('lofi', 'tea');
    await type(0, 'nova');
    await press('Add product');
    endSession();
    await open('lofi', 'tea');
    expect(rows()).toEqual(['nova', 'tea', '']);
    expect(screen.getByText('Unsaved changes')).toBeDefined();
  });

  it('is restored without the row that was removed', async () => {
    await open('lofi', 'tea');
    await press('Remove product 2');
    endSession();
    await open('lofi', 'tea');
    expect(rows()).toEqual(['lofi']);
  });

  it('is dropped with an error toast when the products were changed elsewhere since', async () => {
    await open('lofi');
    await type(0, 'nova');
    endSession();
    await open('lofi', 'tea');
    expect(rows()).toEqual(['lofi', 'tea']);
    expect(screen.queryByText('Unsaved changes')).toBeNull();
    expect(said).toHaveBeenCalledWith(
      'error',
      'The products were changed elsewhere. Your unsaved changes are gone.',
    );
    expect(sessionStorage).toHaveLength(0);
  });

  it('is restored over products that were saved while it was typed', async () => {
    await open('lofi', 'tea');
    await type(0, ' nova');
    await press('Save products');
    await type(1, 'coffee');
    await answer();
    endSession();
    await open('nova', 'tea');
    expect(rows()).toEqual(['nova', 'coffee']);
  });

  it('is not restored once it was saved', async () => {
    await open('lofi');
    await type(0, 'nova');
    await press('Save products');
    await answer();
    endSession();
    await open('lofi');
    expect(rows()).toEqual(['lofi']);
  });
});
