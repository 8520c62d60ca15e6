import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client';
import { storeSession } from '../../api/session';
import { DeliveryTextSection } from './delivery-text-section';

vi.mock('../auth/require-user', () => ({ useUser: () => ({ id: 'mika' }) }));
vi.mock('./preview', () => ({ Preview: () => null }));

let load: () => Promise<Response>;
const sent: string[] = [];

beforeEach(() => {
  storeSession('bds_mine');
  sent.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'GET') return load();
    sent.push(await request.text());
    return Response.json({ code: 200, message: '', text: 'Thanks!' });
  });
});

async function open() {
  const router = createMemoryRouter([{ path: '/', element: <DeliveryTextSection /> }]);
  await act(async () => {
    render(
      <QueryClientProvider client={createQueryClient(() => {})}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
  });
}

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

it('the delivery text can be replaced when it could not be loaded', async () => {
  load = async () => Response.json({}, { status: 500 });
  await open();
  expect(await screen.findByText('Failed to load autobuy delivery text')).toBeDefined();
  expect(save().disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Delivery text'), { target: { value: 'Thanks!' } });
  await userEvent.click(save());
  await waitFor(() => expect(sent).toEqual(['{"text":"Thanks!"}']));
  await waitFor(() => expect(screen.queryByText('Failed to load autobuy delivery text')).toBeNull());
  expect(save().disabled).toBe(true);
});

it('the delivery text cannot be saved while it is loading', async () => {
  load = () => new Promise(() => {});
  await open();
  expect(save().disabled).toBe(true);
});
