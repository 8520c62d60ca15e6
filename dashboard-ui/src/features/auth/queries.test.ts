import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { sessionToken, storeSession } from '../../api/session';
import { userQuery } from './queries';

it('is asked for whose session the page keeps, whoever signs in in another tab', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ id: 'mika' }));
  storeSession('bds_mine');
  await new QueryClient().fetchQuery(userQuery);
  localStorage.setItem('token', 'bds_theirs');
  expect(sessionToken()).toBe('bds_mine');
});
