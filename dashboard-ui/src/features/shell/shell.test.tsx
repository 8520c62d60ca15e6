import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client';
import { holdSession, rememberAdmin, storeSession } from '../../api/session';
import { renderRoutes } from '../auth/signed-in';
import { Shell } from './shell';

vi.mock('../auth/use-hearing', () => ({ useHearing: () => true }));
vi.mock('./own-notices', () => ({ OwnNotices: () => null }));

/** Returns a function that turns the tablet: its window becomes wide, or narrow again. */
function aTablet() {
  const width = Object.assign(new EventTarget(), { matches: false });
  vi.spyOn(window, 'matchMedia').mockReturnValue(width as never);
  return () =>
    act(() => {
      width.matches = !width.matches;
      width.dispatchEvent(new Event('change'));
    });
}

async function openShell() {
  const routes = [{ path: '/', Component: Shell, children: [{ index: true, element: null }] }];
  await act(async () =>
    renderRoutes(
      createMemoryRouter(routes),
      createQueryClient(() => {}),
    ),
  );
}

describe('the Admin entry', () => {
  const entry = () => screen.queryByRole('link', { name: 'Admin' });
  let answer: (admin: boolean) => Promise<void>;

  /** Opens a page; the session check is not answered yet. */
  async function open() {
    vi.spyOn(window, 'matchMedia').mockReturnValue(
      Object.assign(new EventTarget(), { matches: true }) as never,
    );
    const me = new Promise<Response>((resolve) => {
      answer = (admin) =>
        act(async () => resolve(Response.json({ id: 'a', discordId: null, username: 'mika', admin })));
    });
    vi.stubGlobal('fetch', ({ url }: Request) => (url.endsWith('/api/user/me') ? me : new Promise(() => {})));
    await openShell();
  }

  it('comes with the first answer, and with later pages of the session at once', async () => {
    storeSession('bds_mine');
    await open();
    expect(entry()).toBeNull();
    await answer(true);
    await waitFor(() => expect(entry()).not.toBeNull());
    cleanup();
    await open();
    expect(entry()).not.toBeNull();
  });

  it('goes when the answer is that the user is no admin', async () => {
    storeSession('bds_mine');
    holdSession();
    rememberAdmin(true);
    await open();
    expect(entry()).not.toBeNull();
    await answer(false);
    await waitFor(() => expect(entry()).toBeNull());
    cleanup();
    await open();
    expect(entry()).toBeNull();
  });
});

describe('the palette', () => {
  const palette = () => screen.queryByRole('dialog', { name: 'Jump to' });

  it.each([
    ['its button', () => fireEvent.click(screen.getAllByRole('button', { name: 'Jump to' })[0]!)],
    ['Ctrl+K', () => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })],
  ])('that %s has asked for opens, and calls the API, only after the session check', async (_, press) => {
    storeSession('bds_mine');
    const calls: string[] = [];
    let answer: (response: Response) => void;
    vi.stubGlobal('fetch', ({ url }: Request) => {
      calls.push(new URL(url).pathname);
      return new Promise<Response>((resolve) => (answer = resolve));
    });
    await openShell();
    await act(async () => void press());
    expect(palette()).toBeNull();
    expect(calls).toEqual(['/api/user/me']);
    await act(async () =>
      answer(Response.json({ id: 'a', discordId: null, username: 'mika', admin: false })),
    );
    await waitFor(() => expect(palette()).not.toBeNull());
  });
});

it('the menu closes for good when the window becomes wide enough for the sidebar', async () => {
  const turn = aTablet();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  await openShell();
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  expect(screen.getByRole('dialog', { name: 'Menu' })).toBeDefined();
  turn();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull());
  turn();
  expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
});

it('the screen is busy while another one is loading, and not while it changes its own address', async () => {
  storeSession('bds_mine');
  aTablet();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  let arrive!: () => void;
  const loader = () => new Promise<null>((resolve) => (arrive = () => resolve(null)));
  const router = createMemoryRouter([
    {
      path: '/',
      Component: Shell,
      children: [
        {
          index: true,
          element: null,
          loader: ({ request }) => (request.url.endsWith('/') ? null : loader()),
        },
        { path: 'orders', element: null, loader },
      ],
    },
  ]);
  await act(async () =>
    renderRoutes(
      router,
      createQueryClient(() => {}),
    ),
  );
  const busy = () => screen.getByRole('main').getAttribute('aria-busy');
  await act(async () => void router.navigate('/?page=2'));
  expect(router.state.navigation.state).toBe('loading');
  expect(busy()).toBeNull();
  await act(async () => arrive());
  await act(async () => void router.navigate('/orders'));
  expect(busy()).toBe('true');
  await act(async () => arrive());
  expect(router.state.location.pathname).toBe('/orders');
  expect(busy()).toBeNull();
});
