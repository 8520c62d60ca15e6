import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSession, storeSession } from '../../api/session';
import { toast } from '../../ui/toast';
import { deliveryTextQuery } from './queries';
import { useDeliveryText } from './use-delivery-text';

vi.mock('../auth/require-user', () => ({ useUser: () => ({ id: 'mika' }) }));

const fetched = vi.fn<typeof fetch>();
const says = (body: object, status = 200) =>
  fetched.mockImplementation(async () => Response.json(body, { status }));

let close: () => void;
let savedElsewhere: (text: string) => void;

async function open() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result, unmount } = renderHook(useDeliveryText, { wrapper });
  close = unmount;
  savedElsewhere = (text) => act(() => void queries.setQueryData(deliveryTextQuery.queryKey, { text }));
  await waitFor(() => expect(result.current.status).not.toBe('loading'));
  return result;
}

beforeEach(() => {
  storeSession('bds_mine');
  vi.stubGlobal('fetch', fetched.mockReset());
  says({ text: 'Thanks!' });
});

describe('the delivery text editor', () => {
  it('is dirty exactly while its text differs from the saved one', async () => {
    const editor = await open();
    expect(editor.current).toMatchObject({ status: 'ready', text: 'Thanks!', dirty: false });
    act(() => editor.current.change('Thanks'));
    expect(editor.current).toMatchObject({ text: 'Thanks', dirty: true });
    act(() => editor.current.change('Thanks!'));
    expect(editor.current.dirty).toBe(false);
  });

  it('refuses to save an overlong text and says why', async () => {
    const said = vi.spyOn(toast, 'error');
    says({ text: 'a'.repeat(6000) });
    const editor = await open();
    act(() => editor.current.change('a'.repeat(5001)));
    act(() => editor.current.save());
    expect(said).toHaveBeenCalledWith('Text too long. Limit is 5000 characters.');
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('keeps a text that the server refuses, and shows the reason', async () => {
    const said = vi.spyOn(toast, 'error');
    const editor = await open();
    act(() => editor.current.change('Hi'));
    says({ code: 422, message: 'Text too long. Limit is 5000 characters.' }, 422);
    act(() => editor.current.save());
    await waitFor(() => expect(said).toHaveBeenCalledWith('Text too long. Limit is 5000 characters.'));
    expect(editor.current).toMatchObject({ text: 'Hi', dirty: true });
  });

  it('is clean again once saved', async () => {
    const editor = await open();
    act(() => editor.current.change('Hi'));
    says({ code: 200, message: '', text: 'Hi' });
    act(() => editor.current.save());
    await waitFor(() => expect(editor.current).toMatchObject({ text: 'Hi', dirty: false, saving: false }));
  });

  it('keeps the typed text when saving fails', async () => {
    const said = vi.spyOn(toast, 'error');
    const editor = await open();
    act(() => editor.current.change('Hi'));
    says({ code: 503, message: 'Away.' }, 503);
    act(() => editor.current.save());
    await waitFor(() => expect(said).toHaveBeenCalledWith('Failed to save autobuy delivery text'));
    expect(editor.current).toMatchObject({ text: 'Hi', dirty: true, saving: false });
  });

  it('replaces the typed text by the saved one when it is reloaded', async () => {
    const editor = await open();
    act(() => editor.current.change('Hi'));
    says({ text: 'New' });
    await act(() => editor.current.reload());
    expect(editor.current).toMatchObject({ text: 'New', dirty: false });
  });

  it('keeps a text that is typed while it is reloading', async () => {
    const editor = await open();
    let answer!: (response: Response) => void;
    fetched.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    let reloading!: Promise<void>;
    act(() => void (reloading = editor.current.reload()));
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    act(() => editor.current.change('Hi'));
    await act(async () => {
      answer(Response.json({ text: 'New' }));
      await reloading;
    });
    expect(editor.current).toMatchObject({ text: 'Hi', dirty: true, reloading: false });
  });

  it('shows a text saved elsewhere when the typed change was undone before', async () => {
    const editor = await open();
    act(() => editor.current.change('Hi'));
    act(() => editor.current.change('Thanks!'));
    savedElsewhere('New');
    await waitFor(() => expect(editor.current).toMatchObject({ text: 'New', dirty: false }));
  });

  it('stays dirty when the typed change is undone while it is being saved', async () => {
    const editor = await open();
    act(() => editor.current.change('Hi'));
    let answer!: (response: Response) => void;
    fetched.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    act(() => editor.current.save());
    await waitFor(() => expect(editor.current.saving).toBe(true));
    act(() => editor.current.change('Thanks!'));
    await act(async () => answer(Response.json({ code: 200, message: '', text: 'Hi' })));
    await waitFor(() =>
      expect(editor.current).toMatchObject({ text: 'Thanks!', dirty: true, saving: false }),
    );
  });

  it('restores the text that was typed when the session ended', async () => {
    const ended = await open();
    act(() => ended.current.change('Hi'));
    forgetSession();
    close();
    storeSession('bds_mine');
    const editor = await open();
    expect(editor.current).toMatchObject({ text: 'Hi', dirty: true });
    act(() => editor.current.change('Thanks!'));
    close();
    expect((await open()).current).toMatchObject({ text: 'Thanks!', dirty: false });
  });

  it('is empty when it cannot be loaded', async () => {
    says({ code: 500, message: '' }, 500);
    const editor = await open();
    expect(editor.current).toMatchObject({ status: 'failed', text: '', dirty: false });
  });
});
