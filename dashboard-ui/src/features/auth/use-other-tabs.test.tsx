import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { holdSession, storeSession } from '../../api/session';
import { paths } from '../../paths';
import { toasts } from '../../ui/toast';
import { useOtherTabs } from './use-other-tabs';

let said: MockInstance<typeof toasts.show>;
const reload = vi.fn();

beforeEach(() => {
  said = vi.spyOn(toasts, 'show').mockClear();
  vi.spyOn(window.location, 'reload').mockImplementation(reload.mockReset());
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  storeSession('bds_mine');
  holdSession();
});

function Watched() {
  useOtherTabs();
  return null;
}

async function open() {
  const router = createMemoryRouter(
    [
      { path: paths.login, element: null },
      { path: paths.orders, element: <Watched />, handle: { access: 'orders' } },
    ],
    { initialEntries: [paths.orders] },
  );
  await act(async () => void render(<RouterProvider router={router} />));
  return () => router.state.location.pathname;
}

const tell = (key: string | null) =>
  act(async () => void window.dispatchEvent(new StorageEvent('storage', { key })));
const look = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));

it('the page reloads when another tab has signed in as another user', async () => {
  const place = await open();
  localStorage.setItem('token', 'bds_theirs');
  await tell('token');
  expect(reload).toHaveBeenCalledOnce();
  expect(place()).toBe(paths.orders);
});

it('the page goes to the login page when another tab has signed out', async () => {
  const place = await open();
  localStorage.clear();
  await tell(null);
  expect(place()).toBe(paths.login);
  expect(said).toHaveBeenCalledWith('error', 'You need to log in to access orders.');
});

it('a hidden page reloads only once it becomes visible', async () => {
  await open();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  localStorage.setItem('token', 'bds_theirs');
  await tell('token');
  expect(reload).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  await look();
  expect(reload).toHaveBeenCalledOnce();
});

it('the page neither reloads nor navigates when the session is unchanged', async () => {
  const place = await open();
  await tell('token');
  expect(reload).not.toHaveBeenCalled();
  expect(place()).toBe(paths.orders);
});

it('the page tries to reload only once for each session of another tab', async () => {
  await open();
  localStorage.setItem('token', 'bds_theirs');
  await tell('token');
  await tell('token');
  await look();
  expect(reload).toHaveBeenCalledOnce();
  localStorage.setItem('token', 'bds_another');
  await tell('token');
  expect(reload).toHaveBeenCalledTimes(2);
});
