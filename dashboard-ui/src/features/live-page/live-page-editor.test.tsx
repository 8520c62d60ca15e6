import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetSession, storeSession } from '../../api/session';
import { renderRoutes } from '../auth/signed-in';
import type { EditorCard } from './editor-card';
import { LivePageEditor } from './live-page-editor';
import { codeQuery } from './queries';

vi.mock('../auth/require-user', () => ({ useUser: () => ({ id: 'mika' }) }));
vi.mock('./editor-card', () => ({
  EditorCard: ({ code, onChange }: Parameters<typeof EditorCard>[0]) => (
    <textarea value={code} onChange={({ target }) => onChange(target.value)} />
  ),
}));
vi.mock('./what-customers-see', () => ({ WhatCustomersSee: () => null }));

beforeEach(() => {
  sessionStorage.clear();
  storeSession('bds_mine');
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});

async function open() {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(codeQuery.queryKey, 'export default Page;');
  const router = createMemoryRouter([
    { path: '/', element: <LivePageEditor /> },
    { path: '/orders', element: null },
  ]);
  await act(async () => renderRoutes(router, queries));
  return () => act(async () => router.navigate('/orders'));
}

const code = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const type = (value: string) => act(async () => void fireEvent.change(code(), { target: { value } }));

it('has the code that was typed when the session ended, and asks before that is lost', async () => {
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

it('has what is saved where it was left on purpose', async () => {
  await open();
  await type('export default Shop;');
  cleanup();
  await open();
  expect(code().value).toBe('export default Page;');
});
