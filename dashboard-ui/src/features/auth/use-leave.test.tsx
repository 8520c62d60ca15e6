import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { holdSession, sessionToken, storeSession } from '../../api/session';
import { paths } from '../../paths';
import { LeaveGuard } from '../../ui/leave-guard';
import { keepUnsent, loadUnsent } from './unsent';
import { signOutWhenLeft, useSignOut } from './use-leave';

const fetched = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    fetched.mockReset().mockImplementation(async () => Response.json({})),
  );
  storeSession('bds_mine');
  keepUnsent('unsent.mika.note', '"Call them"');
});

function Screen({ dirty }: { dirty: boolean }) {
  const signOut = useSignOut();
  return (
    <>
      <button onClick={signOut}>Sign Out</button>
      <LeaveGuard dirty={dirty} text="Your note is lost." />
    </>
  );
}

async function open(dirty: boolean) {
  const router = createMemoryRouter(
    [
      { path: paths.login, element: null },
      { path: paths.home, element: <Screen dirty={dirty} /> },
    ],
    { initialEntries: [paths.login, paths.home] },
  );
  router.subscribe(signOutWhenLeft);
  await act(async () => void render(<RouterProvider router={router} />));
  return router;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const hasAll = () => sessionToken() === 'bds_mine' && loadUnsent('unsent.mika.note') === 'Call them';

function expectOver() {
  expect(sessionToken()).toBe('');
  expect(loadUnsent('unsent.mika.note')).toBeUndefined();
  expect(fetched).toHaveBeenCalledOnce();
  const [request] = fetched.mock.calls[0]!;
  expect(new URL(request.url).pathname).toBe('/api/auth/logout');
  expect(request.headers.get('Authorization')).toBe('bds_mine');
}

it('signing out happens at once when there is no unsaved input', async () => {
  const router = await open(false);
  await press('Sign Out');
  expect(router.state.location.pathname).toBe(paths.login);
  expectOver();
  expect(fetched.mock.calls[0]![0].credentials).not.toBe('omit');
});

it('signing out keeps the cookie and token of another user who signed in in another tab', async () => {
  holdSession();
  localStorage.setItem('token', 'bds_theirs');
  await open(false);
  await press('Sign Out');
  expectOver();
  expect(fetched.mock.calls[0]![0].credentials).toBe('omit');
  expect(localStorage.getItem('token')).toBe('bds_theirs');
});

it('signing out asks first when there is unsaved input, and goes on after "Leave"', async () => {
  const router = await open(true);
  await press('Sign Out');
  expect(screen.getByRole('alertdialog').textContent).toContain('Your note is lost.');
  expect(hasAll()).toBe(true);
  await press('Leave');
  expect(router.state.location.pathname).toBe(paths.login);
  expectOver();
});

it('signing out is cancelled by "Stay", even when the user goes to the login page later', async () => {
  const router = await open(true);
  await press('Sign Out');
  await press('Stay');
  await act(async () => router.navigate(-1));
  await press('Leave');
  expect(router.state.location.pathname).toBe(paths.login);
  expect(hasAll()).toBe(true);
  expect(fetched).not.toHaveBeenCalled();
});
