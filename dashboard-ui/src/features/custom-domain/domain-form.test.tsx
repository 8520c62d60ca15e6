import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { ConfigContext, type useConfig } from '../../api/bootstrap';
import { DomainForm } from './domain-form';
import { domainsQuery } from './queries';

const config = { cnameTarget: 'shops.example.net' } as ReturnType<typeof useConfig>;

const refusal = {
  success: false,
  errors: [{ code: 1406, message: 'It is taken.', proof: { name: '_shop.example.com', value: 'proof' } }],
};

const proof = () => screen.queryByRole('region', { name: 'Proof of ownership' });

it('the ownership record of a domain is shown only while that domain is in the field', async () => {
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 409 }));
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(domainsQuery.queryKey, []);
  render(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <ConfigContext value={config}>
          <DomainForm onAdded={() => {}} />
        </ConfigContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const field = screen.getByLabelText('Domain');
  await userEvent.type(field, 'Shop.example.com{Enter}');
  await screen.findByText('It is taken.');
  expect(proof()).not.toBeNull();
  await userEvent.type(field, '.pl');
  expect(proof()).toBeNull();
  await userEvent.type(field, '{Backspace}{Backspace}{Backspace}');
  expect(proof()).not.toBeNull();
});
