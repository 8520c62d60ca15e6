import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { VersionsDialog } from './versions-dialog';

const answers = vi.hoisted(() => new Map<string, (code: string) => void>());
vi.mock('./queries', () => ({
  versionsQuery: {
    queryKey: ['live_page', 'versions'],
    queryFn: async () => ['new', 'old'].map((id) => ({ id, savedAt: '2026-11-20T12:00:00Z', size: 1 })),
  },
  codeQuery: { queryKey: ['live_page', 'code'], queryFn: async () => 'saved' },
  fetchVersion: (id: string) => new Promise((resolve) => answers.set(id, resolve)),
}));

const bringBack = vi.fn();
beforeEach(() => bringBack.mockReset());

/** `known`: what this tab has as saved. */
async function open(code = 'typed', known = 'saved') {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(['live_page', 'code'], known);
  const { unmount } = render(
    <QueryClientProvider client={queries}>
      <VersionsDialog code={code} onBringBack={bringBack} onClosed={() => {}} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  const [newer, older] = await screen.findAllByRole('button', { name: 'Bring back' });
  return { newer: newer!, older: older!, unmount };
}

const answer = (id: string) => act(async () => answers.get(id)!(`code of ${id}`));

it('the versions dialog brings back only the version that was chosen last', async () => {
  const { newer, older } = await open();
  await userEvent.click(older);
  await userEvent.click(newer);
  await answer('new');
  await answer('old');
  expect(bringBack.mock.calls).toEqual([['code of new']]);
});

it('the versions dialog brings nothing back once it was closed', async () => {
  const { older, unmount } = await open();
  await userEvent.click(older);
  unmount();
  await answer('old');
  expect(bringBack).not.toHaveBeenCalled();
});

it('the versions dialog does not offer what is in force while the editor has no other code', async () => {
  const { newer, older } = await open('saved');
  expect(newer.closest('li')?.textContent).not.toContain('In force');
  expect(older).toBeUndefined();
});

it('the versions dialog offers what is in force if it was saved elsewhere', async () => {
  const { newer } = await open('mine', 'mine');
  expect(newer.closest('li')?.textContent).toContain('In force');
});
