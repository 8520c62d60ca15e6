import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { ConfigContext, type useConfig } from '../../api/bootstrap';
import { toasts } from '../../ui/toast';
import { DomainForm } from './domain-form';
import { domainsQuery } from './queries';

const config = { cnameTarget: 'shops.example.net' } as ReturnType<typeof useConfig>;

it('says to whoever has left it that the domain was refused', async () => {
  const said = vi.spyOn(toasts, 'show');
  let answer!: (response: Response) => void;
  vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = resolve)));
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(domainsQuery.queryKey, []);
  const router = createMemoryRouter([
    { path: '/', element: <DomainForm onAdded={() => {}} /> },
    { path: '*', element: null },
  ]);
  await act(async () => {
    render(
      <QueryClientProvider client={queries}>
        <ConfigContext value={config}>
          <RouterProvider router={router} />
        </ConfigContext>
      </QueryClientProvider>,
    );
  });
  await userEvent.type(screen.getByLabelText('Domain'), 'shop.example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Add Domain' }));
  await act(async () => router.navigate('/orders'));
  answer(Response.json({ code: 409, message: 'It is taken.' }, { status: 409 }));
  await waitFor(() => expect(said).toHaveBeenCalledWith('error', 'It is taken.'));
});
