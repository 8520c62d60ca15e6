import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeSession } from '../../api/session';
import { toasts } from '../../ui/toast';
import { AddStock } from './add-stock';

beforeEach(() => {
  storeSession('bds_mine');
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});

async function open() {
  const router = createMemoryRouter(
    [
      { path: '/stock', element: <AddStock guildId="1" /> },
      { path: '*', element: null },
    ],
    { initialEntries: ['/stock?guild=1'] },
  );
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
  });
  return (to: string) => act(async () => router.navigate(to));
}

const question = () => screen.queryByRole('alertdialog')?.textContent ?? '';
const paste = () => userEvent.type(screen.getByLabelText('Tokens'), 'MTA0');

it.each(['/orders', '/stock?guild=2'])('leaving for %s asks before pasted tokens are lost', async (to) => {
  const go = await open();
  await paste();
  await go(to);
  expect(question()).toContain('The tokens have not been added.');
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Tokens').value).toBe('MTA0');
});

it('leaving asks nothing when no tokens were pasted', async () => {
  const go = await open();
  await go('/orders');
  expect(question()).toBe('');
});

it('a file that was removed can be chosen again', async () => {
  await open();
  const file = new File(['MTA0\n'], 'tokens.txt', { type: 'text/plain' });
  const choose = () => userEvent.upload(screen.getByLabelText('Text file'), file);
  await choose();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the file' }));
  expect(screen.queryByText('tokens.txt')).toBeNull();
  await choose();
  expect(await screen.findByText('tokens.txt')).toBeDefined();
});

it('adding tokens keeps the invalid lines, and leaving asks nothing about them', async () => {
  const preview = { added: 1, duplicates: 1, duplicateLines: [2], invalid: 1, invalidLines: [3] };
  vi.stubGlobal('fetch', (request: Request) =>
    Promise.resolve(Response.json(request.url.endsWith('/preview') ? preview : { ...preview, code: 200 })),
  );
  const go = await open();
  const tokens = screen.getByLabelText<HTMLTextAreaElement>('Tokens');
  await userEvent.type(tokens, 'new{enter}old{enter}  two words{enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Add 1 token' }));
  await waitFor(() => expect(tokens.value).toBe('  two words'));
  await go('/orders');
  expect(question(), 'what was refused is no loss').toBe('');
});

it('adding tokens keeps all lines when the answer does not list every invalid one', async () => {
  const preview = { added: 1, duplicates: 0, duplicateLines: [], invalid: 3, invalidLines: [2, 3] };
  const after = { ...preview, added: 0, duplicates: 1, duplicateLines: [1] };
  let isAdded = false;
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    if (url.endsWith('/preview')) return Response.json(isAdded ? after : preview);
    isAdded = true;
    return Response.json({ ...preview, code: 200 });
  });
  const go = await open();
  const tokens = screen.getByLabelText<HTMLTextAreaElement>('Tokens');
  await userEvent.type(tokens, 'new{enter}a b{enter}c d{enter}e f');
  await userEvent.click(await screen.findByRole('button', { name: 'Add 1 token' }));
  await screen.findByRole('button', { name: 'Add tokens' });
  expect(tokens.value).toBe('new\na b\nc d\ne f');
  expect(screen.getByText(/all lines stay in the box/)).toBeDefined();
  await go('/orders');
  expect(question(), 'what was refused is no loss').toBe('');
});

it('a failed check of the tokens can be retried, and the retry button keeps the focus', async () => {
  const preview = { added: 1, duplicates: 0, duplicateLines: [], invalid: 0, invalidLines: [] };
  const no = () => Response.json({ code: 400, message: 'No.' }, { status: 400 });
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const said = () => screen.getByRole('alert').textContent;
  await open();
  await paste();
  await screen.findByLabelText('Checking the tokens');
  await waitFor(() => {
    answer(no());
    expect(said()).toBe('No.Retry');
  });
  const retry = screen.getByRole('button', { name: 'Retry' });
  await userEvent.click(retry);
  await waitFor(() => expect(said()).toBe('Retry'));
  expect(document.activeElement).toBe(retry);
  await act(async () => answer(no()));
  await waitFor(() => expect(said()).toBe('No.Retry'));
  expect(document.activeElement).toBe(retry);
  await userEvent.click(retry);
  await act(async () => answer(Response.json(preview)));
  expect(await screen.findByRole('button', { name: 'Add 1 token' })).toBeDefined();
});

describe('a token file', () => {
  const said = vi.fn();
  const tokens = () => screen.getByLabelText<HTMLTextAreaElement>('Tokens');
  const choose = (file: File) => userEvent.upload(screen.getByLabelText('Text file'), file);

  beforeEach(() => void vi.spyOn(toasts, 'show').mockImplementation(said.mockReset()));

  const bytes = (text: string) => new TextEncoder().encode(text).buffer;

  function fileOf(name: string, read: () => Promise<ArrayBuffer>) {
    const file = new File(['MTA1'], name, { type: 'text/plain' });
    file.arrayBuffer = read;
    return file;
  }

  it('that cannot be read is reported as a toast', async () => {
    await open();
    await choose(fileOf('gone.txt', () => Promise.reject(new DOMException('', 'NotReadableError'))));
    await waitFor(() => expect(said).toHaveBeenCalledWith('error', 'The file could not be read'));
    expect(tokens().value).toBe('');
  });

  it('over 8 MiB is refused without being read', async () => {
    await open();
    const read = vi.fn<() => Promise<ArrayBuffer>>();
    const file = fileOf('all.txt', read);
    Object.defineProperty(file, 'size', { value: 8 * 1024 * 1024 + 1 });
    await choose(file);
    await waitFor(() =>
      expect(said).toHaveBeenCalledWith('error', 'That is more than 8 MiB. Please add it in parts.'),
    );
    expect(read).not.toHaveBeenCalled();
  });

  it('that is read slowly does not replace tokens pasted meanwhile', async () => {
    await open();
    let arrive!: (bytes: ArrayBuffer) => void;
    await choose(fileOf('slow.txt', () => new Promise((resolve) => (arrive = resolve))));
    await paste();
    await act(async () => arrive(bytes('MTA1')));
    expect(tokens().value).toBe('MTA0');
  });

  it('replaces pasted tokens only after a confirmation', async () => {
    await open();
    await paste();
    await choose(fileOf('new.txt', async () => bytes('MTA1')));
    expect(question()).toContain('They have not been added. The file takes their place.');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(tokens().value).toBe('MTA0');
    await waitFor(() => expect(question()).toBe(''));
    await choose(fileOf('new.txt', async () => bytes('MTA1')));
    await userEvent.click(screen.getByRole('button', { name: 'Replace' }));
    expect(await screen.findByText('new.txt')).toBeDefined();
    await choose(fileOf('other.txt', async () => bytes('MTA2')));
    expect(await screen.findByText('other.txt')).toBeDefined();
  });

  it('stays chosen when its label is clicked, until it is removed', async () => {
    await open();
    await choose(fileOf('new.txt', async () => bytes('MTA1')));
    await screen.findByText('new.txt');
    await userEvent.click(screen.getByText('Tokens'));
    expect(screen.getByLabelText('Tokens').textContent).toBe('new.txt1 line');
    await userEvent.click(screen.getByRole('button', { name: 'Remove the file' }));
    expect(tokens().value).toBe('');
  });
});
