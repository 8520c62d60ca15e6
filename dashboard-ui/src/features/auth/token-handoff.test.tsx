import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { sessionToken, storeSession } from '../../api/session';
import { takeTokenFromAddress, TokenHandoff } from './token-handoff';

/** The tokens whose sessions were ended, and how cookies went along. */
let ended: [string | null, RequestCredentials][];

beforeEach(() => {
  ended = [];
  storeSession('bds_mine');
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/auth/exchange') return Response.json({ code: 200, token: 'bds_theirs' });
    if (pathname === '/api/auth/logout')
      ended.push([request.headers.get('Authorization'), request.credentials]);
    return Response.json({ username: 'mika' });
  });
});

async function open(token: string) {
  history.replaceState(null, '', `/dashboard?token=${token}`);
  takeTokenFromAddress();
  render(<TokenHandoff>Dashboard</TokenHandoff>);
  await screen.findByRole('alertdialog');
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('a declined sign-in ticket ends the session that was made from it, and no other', async () => {
  await open('bdt_x');
  await press('Stay signed in');
  await waitFor(() => expect(ended).toEqual([['bds_theirs', 'omit']]));
  expect(sessionToken()).toBe('bds_mine');
  expect(screen.getByText('Dashboard')).toBeDefined();
});

it("declining another session's own token ends no session", async () => {
  await open('bds_theirs');
  await press('Stay signed in');
  expect(await screen.findByText('Dashboard')).toBeDefined();
  expect(ended).toEqual([]);
  expect(sessionToken()).toBe('bds_mine');
});

it('an accepted sign-in ticket replaces the session and ends none', async () => {
  await open('bdt_x');
  await press('Switch session');
  expect(await screen.findByText('Dashboard')).toBeDefined();
  expect(sessionToken()).toBe('bds_theirs');
  expect(ended).toEqual([]);
});
