import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../auth/signed-in';
import { KeysPage } from './keys-page';

const nova = { guildId: '918430295761048371', name: 'Nova', logo: null };

it('keys that could not be loaded leave three dashes, and one Retry for list and totals', async () => {
  const answer = vi.fn(async () => Response.json({ code: 500, message: 'Broken.' }, { status: 500 }));
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/keys')) return answer();
    return Response.json(pathname.endsWith('/storefronts') ? [nova] : []);
  });
  renderSignedIn(KeysPage);
  const retry = await screen.findByRole('button', { name: 'Retry' });
  const totals = () =>
    within(screen.getByRole('region', { name: 'Totals' }))
      .getAllByRole('definition')
      .map(({ textContent }) => textContent);
  expect(totals()).toEqual(['–', '–', '–']);
  const counts = { unused: 3, redeemed: 1, revoked: 0 };
  answer.mockImplementation(async () => Response.json({ keys: [], counts, next: null }));
  await userEvent.click(retry);
  expect(await screen.findByText('No keys yet')).toBeDefined();
  expect(totals()).toEqual(['3', '1', '0']);
});

it.each([
  ['manager', ['Create keys', 'Unused', 'the dialog that creates keys']],
  ['viewer', []],
])('a %s is offered %j', async (role, offered) => {
  const counts = { unused: 3, redeemed: 1, revoked: 0 };
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/helping')) return Response.json({ guildId: nova.guildId, role });
    if (pathname.endsWith('/keys')) return Response.json({ keys: [], counts, next: null });
    return Response.json(pathname.endsWith('/storefronts') ? [nova] : []);
  });
  renderSignedIn(KeysPage, { address: '/?create' });
  expect(await screen.findByText('No keys yet')).toBeDefined();
  // Until the role is known, everything is offered.
  await waitFor(() =>
    expect([
      ...screen
        .queryAllByRole('button', { name: /^(Create keys|Unused)$/ })
        .map(({ textContent }) => textContent)
        .sort(),
      ...screen.queryAllByRole('dialog').map(() => 'the dialog that creates keys'),
    ]).toEqual(offered),
  );
});
