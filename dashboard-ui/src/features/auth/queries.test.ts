import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskedEarly } from '../../api/asked-early';
import { sessionToken, storeSession } from '../../api/session';
import { nameBehind, userQuery } from './queries';

it('after fetching the user, the page keeps its session when another tab signs in', async () => {
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

  it('is sent once, even when the server answers 429 with Retry-After', async () => {
    await expect(new QueryClient().fetchQuery(userQuery)).rejects.toMatchObject({ status: 429 });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('is not sent when the document has already sent it', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const early = { answer: comeLater(), end: new AbortController() };
    const answers: AskedEarly['answers'] = new Map([['/api/user/me', early]]);
    const askForRest = () => Promise.reject(new Error('not asked for'));
    window.askedEarly = { token: 'bds_mine', answers, askForRest, isHere: false };
    await expect(new QueryClient().fetchQuery(userQuery)).rejects.toMatchObject({ status: 429 });
    expect(fetched).not.toHaveBeenCalled();
  });

  it('is sent once for another session token, even when the server answers 429', async () => {
    await expect(nameBehind('bds_theirs')).rejects.toMatchObject({ status: 429 });
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
