import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import type { ActionMenu } from '../../ui/action-menu';
import { toasts } from '../../ui/toast';
import { ApiKeysSection } from './api-keys-section';
import { EndpointRow } from './endpoint-row';
import { EndpointsSection } from './endpoints-section';
import { apiKeysQuery, endpointsQuery, type Endpoint } from './queries';

// happy-dom has no popovers.
vi.mock('../../ui/action-menu', () => ({
  ActionMenu: ({ actions }: Parameters<typeof ActionMenu>[0]) =>
    actions.map(({ label, onPick }) => (
      <button key={label} onClick={onPick}>
        {label}
      </button>
    )),
}));

const endpoint: Endpoint = {
  id: '1',
  url: 'https://hooks.example.com/',
  events: [],
  enabled: true,
  description: null,
  hint: 'abcd',
  failingSince: null,
} as never;

let said: MockInstance<typeof toasts.show>;
let answer: (response: Response) => void;

beforeEach(() => {
  said = vi.spyOn(toasts, 'show');
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
});

function open(screen: ReactNode) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(apiKeysQuery.queryKey, []);
  queries.setQueryData(endpointsQuery.queryKey, []);
  return render(
    <MemoryRouter>
      <QueryClientProvider client={queries}>{screen}</QueryClientProvider>
    </MemoryRouter>,
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe.each([
  [
    'an API key',
    <ApiKeysSection />,
    async () => {
      await press('Create API key');
      await userEvent.type(screen.getByLabelText('Name'), 'Till');
      await press('Create');
    },
    'Create another API key: this one was not shown.',
  ],
  [
    'the secret of a new endpoint',
    <EndpointsSection />,
    async () => {
      await press('Add endpoint');
      await userEvent.type(screen.getByLabelText('Address'), 'https://hooks.example.com/');
      await press('Add');
    },
    'Make a new secret: this one was not shown.',
  ],
  [
    'the new secret of an endpoint',
    <EndpointRow endpoint={endpoint} />,
    async () => {
      await press('New secret');
      await press('Make a new secret');
    },
    'Make a new secret: this one was not shown.',
  ],
])('%s', (_, section, make, sentence) => {
  const made = () => act(async () => answer(Response.json({ key: 'made-here', secret: 'made-here' })));

  it('is shown once it is created', async () => {
    open(section);
    await make();
    await made();
    expect(await screen.findByText('made-here')).toBeDefined();
    expect(said).not.toHaveBeenCalledWith('success', sentence);
  });

  it('is reported as not shown when the user has left the screen meanwhile', async () => {
    const { unmount } = open(section);
    await make();
    unmount();
    await made();
    await waitFor(() => expect(said).toHaveBeenCalledWith('success', sentence));
  });
});
