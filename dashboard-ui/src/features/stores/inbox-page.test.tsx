import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../auth/signed-in';
import { InboxPage } from './inbox-page';

const nova = { guildId: '918430295761048371', name: 'Nova', logo: null };

it.each([
  ['manager', 1],
  ['viewer', 0],
])('an empty inbox leads a %s to the stores by %i links', async (role, links) => {
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/helping')) return Response.json({ guildId: nova.guildId, role });
    if (pathname.endsWith('/store-calls')) return Response.json({ calls: [], next: null });
    return Response.json(pathname.endsWith('/storefronts') ? [nova] : []);
  });
  renderSignedIn(InboxPage);
  expect(await screen.findByText('No calls yet')).toBeDefined();
  // Until the role is known, everything is offered.
  await waitFor(() => expect(screen.queryAllByRole('link', { name: 'Set up a store' })).toHaveLength(links));
});
