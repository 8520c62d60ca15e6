import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { ConfigContext, type useConfig } from '../../api/bootstrap';
import { toasts } from '../../ui/toast';
import { CustomDomainPage } from './custom-domain-page';
import { DomainForm } from './domain-form';
import { domainsQuery } from './queries';

const config = { brand: { name: 'Boostdesk' }, cnameTarget: 'shops.example.net' } as ReturnType<
  typeof useConfig
>;

afterEach(() => void vi.useRealTimers());

/** Adds a domain, and leaves the screen before the answer comes. */
async function addAndLeave(element: ReactNode) {
  const said = vi.spyOn(toasts, 'show');
  let answer!: (response: Response) => void;
  vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = resolve)));
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(domainsQuery.queryKey, []);
  const router = createMemoryRouter([
    { path: '/', element },
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
  return { said, answer };
}

it('a refused domain is reported as a toast when the user has left the screen', async () => {
  const { said, answer } = await addAndLeave(<DomainForm onAdded={() => {}} />);
  answer(Response.json({ code: 409, message: 'It is taken.' }, { status: 409 }));
  await waitFor(() => expect(said).toHaveBeenCalledWith('error', 'It is taken.'));
});

it('adding a domain does not reload the page when the user has left the screen', async () => {
  const reloaded = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const { said, answer } = await addAndLeave(<CustomDomainPage />);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await act(async () => answer(Response.json({ success: true, errors: [] })));
  await waitFor(() => expect(said).toHaveBeenCalledWith('success', 'Domain added successfully!'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reloaded).not.toHaveBeenCalled();
});
