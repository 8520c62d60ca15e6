import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskedEarly } from '../../api/asked-early';
import { sessionToken, storeSession } from '../../api/session';
import { nameBehind, userQuery } from './queries';

it('is asked for whose session the page keeps, whoever signs in in another tab', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ id: 'mika' }));
  storeSession('bds_mine');
  await new QueryClient().fetchQuery(userQuery);
  localStorage.setItem('token', 'bds_theirs');
  expect(sessionToken()).toBe('bds_mine');
});

describe('the session check', () => {
  const headers = { 'Retry-After': '0' };
  const comeLater = async () => new Response(null, { status: 429, headers });
  const fetched = vi.fn(comeLater);

  beforeEach(() => {
    fetched.mockClear();
    vi.stubGlobal('fetch', fetched);
    storeSession('bds_mine');
  });

  it('is made once, also when the server says to come later', async () => {
    await expect(new QueryClient().fetchQuery(userQuery)).rejects.toMatchObject({ status: 429 });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('is not made at all where the document has made it', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const early = { answer: comeLater(), end: new AbortController() };
    const answers: AskedEarly['answers'] = new Map([['/api/user/me', early]]);
    const askForRest = () => Promise.reject(new Error('not asked for'));
    window.askedEarly = { token: 'bds_mine', answers, askForRest, isHere: false };
    await expect(new QueryClient().fetchQuery(userQuery)).rejects.toMatchObject({ status: 429 });
    expect(fetched).not.toHaveBeenCalled();
  });

  it('is made once of a session that is handed over', async () => {
    await expect(nameBehind('bds_theirs')).rejects.toMatchObject({ status: 429 });
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
