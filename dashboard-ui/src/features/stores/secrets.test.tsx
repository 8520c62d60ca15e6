import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { toasts } from '../../ui/toast';
import type { StoreConnection } from './queries';
import { StoreCard } from './store-card';

vi.mock('./products-form', () => ({ ProductsForm: () => null }));
vi.mock('./test-store', () => ({ TestStore: () => null }));

const store: StoreConnection = {
  provider: 'sellauth',
  url: 'https://shop.example.com/api/autobuy/sellauth/1',
  enabled: false,
  secrets: [],
  products: [],
};

const queries = new QueryClient();
let said: MockInstance<typeof toasts.show>;
let asked: Request;
let answer: (response: Response) => void;

beforeEach(() => {
  said = vi.spyOn(toasts, 'show');
  vi.stubGlobal('fetch', (request: Request) => {
    if (request.method === 'GET') return new Promise(() => {});
    asked = request;
    return new Promise<Response>((resolve) => (answer = resolve));
  });
});

function draw(open: boolean) {
  return (
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <StoreCard guildId="1" store={store} open={open} onToggle={() => {}} />
      </QueryClientProvider>
    </MemoryRouter>
  );
}

const make = () => userEvent.click(screen.getByRole('button', { name: 'Make one for me' }));
const made = () => act(async () => answer(Response.json({ secret: 'made-here' })));

it('a pasted secret is sent without the whitespace around it', async () => {
  render(draw(true));
  await userEvent.type(screen.getByLabelText('Secret'), '  abcd1234 ');
  await userEvent.click(screen.getByRole('button', { name: 'Add secret' }));
  expect(await asked.json()).toEqual({ secret: 'abcd1234' });
});

it('a new secret is shown', async () => {
  render(draw(true));
  await make();
  await made();
  expect(await screen.findByText('made-here')).toBeDefined();
  expect(said).not.toHaveBeenCalled();
});

it('a toast says that a new secret was not shown when its card was collapsed', async () => {
  const { rerender } = render(draw(true));
  await make();
  rerender(draw(false));
  await made();
  await waitFor(() =>
    expect(said).toHaveBeenCalledWith(
      'success',
      'Make another secret and remove this one: it was not shown.',
    ),
  );
});

it('a toast says why a new secret could not be made when its card was collapsed', async () => {
  const { rerender } = render(draw(true));
  await make();
  rerender(draw(false));
  await act(async () => answer(Response.json({ code: 409, message: 'Two are there.' }, { status: 409 })));
  await waitFor(() => expect(said).toHaveBeenCalledWith('error', 'Two are there.'));
});
