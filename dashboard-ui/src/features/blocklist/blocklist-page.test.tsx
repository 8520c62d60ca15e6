import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { ConfigContext, type useConfig } from '../../api/bootstrap';
import { storeSession } from '../../api/session';
import { toasts } from '../../ui/toast';
import { BlocklistPage } from './blocklist-page';
import { blocklistQuery, type Block } from './queries';

const config = { brand: { name: 'Boostdesk' } } as ReturnType<typeof useConfig>;

const blocks = [1, 2, 3, 4, 5, 6].map((id): Block => ({
  id: String(id),
  kind: 'email',
  value: `buyer-${id}@example.com`,
  note: null,
  createdAt: '2026-11-20T09:14:00Z',
}));

let said: MockInstance<typeof toasts.show>;
let answer: (response: Response) => void;

beforeEach(() => {
  said = vi.spyOn(toasts, 'show').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
});

async function open(listed: Block[]) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(blocklistQuery.queryKey, listed);
  const router = createMemoryRouter([
    { path: '/', element: <BlocklistPage /> },
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
  return { queries, leave: () => act(async () => router.navigate('/orders')) };
}

describe('the blocklist', () => {
  it('stays filtered until the search is cleared, even when few entries are left', async () => {
    const { queries } = await open(blocks);
    await userEvent.type(screen.getByLabelText('Search the blocklist'), 'buyer-6');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    await act(async () => queries.setQueryData(blocklistQuery.queryKey, blocks.slice(0, 5)));
    expect(await screen.findByText('No matching entries')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Search the blocklist').value).toBe('buyer-6');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
  });
});

describe('the block form', () => {
  const email = () => screen.getByLabelText<HTMLInputElement>('Email');
  const note = () => screen.getByLabelText<HTMLInputElement>(/^Note/);
  async function block() {
    await userEvent.type(email(), 'thief@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Block' }));
  }

  it('is cleared and focused again after a customer was blocked', async () => {
    await open(blocks.slice(0, 2));
    await userEvent.type(note(), 'charged back');
    await block();
    await act(async () => answer(Response.json({ code: 200 })));
    await waitFor(() => expect([email().value, note().value]).toEqual(['', '']));
    await waitFor(() => expect(document.activeElement).toBe(email()));
  });

  it('keeps its input when the user typed on while the block was being saved', async () => {
    await open(blocks.slice(0, 2));
    await block();
    await act(async () => {
      fireEvent.change(note(), { target: { value: 'a friend of his' } });
    });
    await act(async () => answer(Response.json({ code: 200 })));
    await waitFor(() => expect(said).toHaveBeenCalledWith('success', 'Blocked!'));
    expect([email().value, note().value]).toEqual(['thief@example.com', 'a friend of his']);
  });

  it('does not take the focus back when the user moved it while the block was being saved', async () => {
    await open(blocks);
    await block();
    const search = screen.getByLabelText('Search the blocklist');
    search.focus();
    await act(async () => answer(Response.json({ code: 200 })));
    await waitFor(() => expect(email().value).toBe(''));
    expect(document.activeElement).toBe(search);
  });

  it.each([
    ['a value', email],
    ['a note', note],
  ])('asks before %s that was typed is lost', async (_, input) => {
    storeSession('bds_mine');
    const asksBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const { leave } = await open(blocks);
    expect(asksBeforeUnload()).toBe(false);
    await userEvent.type(input(), 'thief');
    expect(asksBeforeUnload()).toBe(true);
    await leave();
    expect(screen.getByRole('alertdialog').textContent).toContain(
      'The entry has not been added to your blocklist.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    await userEvent.clear(input());
    await leave();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('shows a refused value in its field, until it is changed or taken for something else', async () => {
    await open(blocks.slice(0, 2));
    const refused = () =>
      act(async () => answer(Response.json({ code: 422, message: 'No email.' }, { status: 422 })));
    const isWrong = () => email().getAttribute('aria-invalid') === 'true';
    await block();
    await refused();
    await waitFor(() => expect(document.activeElement).toBe(email()));
    expect(isWrong()).toBe(true);
    expect(screen.getByRole('alert').id).toBe(email().getAttribute('aria-describedby'));
    expect(screen.getByRole('alert').textContent).toBe('No email.');
    await userEvent.type(email(), '1');
    await waitFor(() => expect(isWrong()).toBe(false));

    await userEvent.click(screen.getByRole('button', { name: 'Block' }));
    await refused();
    await waitFor(() => expect(isWrong()).toBe(true));
    await userEvent.click(screen.getByRole('combobox', { name: 'What' }));
    await userEvent.click(screen.getByRole('option', { name: 'Server' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('shows a refused value across the card once the next one is typed', async () => {
    await open(blocks.slice(0, 2));
    await block();
    await userEvent.type(email(), '.eu');
    await userEvent.click(note());
    await act(async () => answer(Response.json({ code: 422, message: 'No email.' }, { status: 422 })));
    expect((await screen.findByRole('alert')).closest('footer')).not.toBeNull();
    expect(email().getAttribute('aria-invalid')).toBeNull();
    expect(document.activeElement).toBe(note());
  });

  it('shows a refusal that concerns no field across the card', async () => {
    await open(blocks.slice(0, 2));
    await block();
    await act(async () => answer(Response.json({ code: 409, message: 'It is full.' }, { status: 409 })));
    expect((await screen.findByRole('alert')).closest('footer')).not.toBeNull();
    expect(screen.getByRole('alert').textContent).toBe('It is full.');
    expect(email().getAttribute('aria-invalid')).toBeNull();
  });

  it('reports a failure as a toast when the user has left the screen', async () => {
    const { leave } = await open(blocks);
    await block();
    await leave();
    answer(Response.json({ code: 409, message: 'Blocked already.' }, { status: 409 }));
    await waitFor(() => expect(said).toHaveBeenCalledWith('error', 'Blocked already.'));
  });
});
