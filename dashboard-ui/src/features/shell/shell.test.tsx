import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client';
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

it('the menu closes for good when the window becomes wide enough for the sidebar', async () => {
  const turn = aTablet();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const routes = [{ path: '/', Component: Shell, children: [{ index: true, element: null }] }];
  await act(async () =>
    renderRoutes(
      createMemoryRouter(routes),
      createQueryClient(() => {}),
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  expect(screen.getByRole('dialog', { name: 'Menu' })).toBeDefined();
  turn();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull());
  turn();
  expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
});
