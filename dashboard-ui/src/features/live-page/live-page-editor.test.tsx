import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useImperativeHandle } from 'react';
import { createMemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSession, storeSession } from '../../api/session';
import { renderRoutes } from '../auth/signed-in';
import { defaultPage } from './draft';
import type { EditorCard } from './editor-card';
import { LivePageEditor } from './live-page-editor';
import { codeQuery } from './queries';

const goTo = vi.hoisted(() => vi.fn());
vi.mock('../auth/require-user', () => ({ useUser: () => ({ id: 'mika' }) }));
vi.mock('./editor-card', () => ({
  EditorCard({ code, dirty, editor, onChange, onVersions }: Parameters<typeof EditorCard>[0]) {
    useImperativeHandle(editor, () => ({ goTo }));
    return (
      <>
        <textarea aria-invalid={dirty} value={code} onChange={({ target }) => onChange(target.value)} />
        <button onClick={onVersions}>Versions</button>
      </>
    );
  },
}));
vi.mock('./what-customers-see', () => ({
  WhatCustomersSee: ({ saved }: { saved: string }) => <p role="note">{saved}</p>,
}));

beforeEach(() => {
  sessionStorage.clear();
  storeSession('bds_mine');
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});

let savedElsewhere: (code: string) => Promise<void>;

async function open() {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(codeQuery.queryKey, 'export default Page;');
  const router = createMemoryRouter([
    { path: '/', element: <LivePageEditor /> },
    { path: '/orders', element: null },
  ]);
  await act(async () => renderRoutes(router, queries));
  savedElsewhere = async (code) => {
    queries.setQueryData(codeQuery.queryKey, code);
    await waitFor(() => expect(screen.getByRole('note').textContent).toBe(code));
  };
  return () => act(async () => router.navigate('/orders'));
}

const code = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const type = (value: string) => act(async () => void fireEvent.change(code(), { target: { value } }));

it('the editor restores code typed when the session ended, and asks before it is lost', async () => {
  await open();
  await type('export default Shop;');
  forgetSession();
  cleanup();
  storeSession('bds_mine');
  const leave = await open();
  expect(code().value).toBe('export default Shop;');
  await leave();
  expect(screen.getByRole('alertdialog').textContent).toContain(
    'Your changes to the page have not been saved.',
  );
});

it('the editor shows the saved code again after the user left it on purpose', async () => {
  await open();
  await type('export default Shop;');
  cleanup();
  await open();
  expect(code().value).toBe('export default Page;');
});

it('the editor shows the template when an empty version is brought back', async () => {
  await open();
  const version = { id: '1', savedAt: '2026-11-20T12:00:00Z', size: 0 };
  const newer = { ...version, id: '2', size: 20 };
  vi.stubGlobal('fetch', async ({ url }: Request) =>
    Response.json(url.endsWith('/versions') ? { versions: [newer, version] } : { code: '' }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Versions' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Bring back' }));
  await waitFor(() => expect(code().value).not.toBe('export default Page;'));
  expect(code().value).toBe(defaultPage);
});

const answers: ((response: Response) => void)[] = [];
const isDirty = () => code().getAttribute('aria-invalid') === 'true';
const pressSave = () => void fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));

/** Sends what is typed; the answer comes when the returned function is called. */
async function save(begin = pressSave) {
  answers.length = 0;
  vi.stubGlobal('fetch', (request: Request) =>
    request.url.endsWith('/save-custom-code')
      ? new Promise<Response>((resolve) => answers.push(resolve))
      : new Promise(() => {}),
  );
  begin();
  await waitFor(() => expect(answers).toHaveLength(1));
  return () => act(async () => answers[0]!(Response.json({ code: 200, message: '' })));
}

it('pressing Ctrl+S again while the code is being saved does not save it twice', async () => {
  await open();
  await type('export default () => 1;');
  const press = () => void fireEvent.keyDown(code(), { key: 's', ctrlKey: true });
  const answer = await save(() => {
    press();
    press();
  });
  press();
  await answer();
  await waitFor(() => expect(isDirty()).toBe(false));
  expect(answers).toHaveLength(1);
});

it('the question about code that does not compile leads back to the line at fault', async () => {
  await open();
  await type('const page = 1;\nconst broken = <b>;');
  pressSave();
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('Line 2: ');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(goTo).toHaveBeenCalledWith(2));
});

describe('code saved elsewhere', () => {
  it('is shown after a save made here', async () => {
    await open();
    await type('export default () => 1;');
    await (
      await save()
    )();
    await waitFor(() => expect(isDirty()).toBe(false));
    await savedElsewhere('export default () => 2;');
    expect(code().value).toBe('export default () => 2;');
    expect(isDirty()).toBe(false);
  });

  it('is shown even if it equals an earlier save made here', async () => {
    await open();
    await type('export default () => 1;');
    await (
      await save()
    )();
    await waitFor(() => expect(isDirty()).toBe(false));
    await savedElsewhere('export default () => 2;');
    await type('export default Shop;');
    await type('export default () => 2;');
    await savedElsewhere('export default () => 1;');
    expect(code().value).toBe('export default () => 1;');
    expect(isDirty()).toBe(false);
  });

  it('is shown when the typed change was undone before', async () => {
    await open();
    await type('export default Shop;');
    await type('export default Page;');
    await savedElsewhere('export default () => 2;');
    expect(code().value).toBe('export default () => 2;');
    expect(isDirty()).toBe(false);
  });

  it('does not replace unsaved code', async () => {
    await open();
    await type('export default Shop;');
    await savedElsewhere('export default () => 2;');
    expect(code().value).toBe('export default Shop;');
    expect(isDirty()).toBe(true);
  });

  it('is not confused with a save made here: a change undone during that save stays unsaved', async () => {
    await open();
    await type('export default () => 1;');
    const answer = await save();
    await type('export default Page;');
    await answer();
    await waitFor(() => expect(isDirty()).toBe(true));
    expect(code().value).toBe('export default Page;');
  });
});
