import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, ApiError, errorMessage } from './client';
import { reachability } from './reachability';
import { holdSession, storeSession } from './session';

const fetched = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => Response.json({ code: 200 }));
  vi.stubGlobal('fetch', fetched);
});

const sent = () => fetched.mock.calls[0]![0];
const header = (name: string) => sent().headers.get(name);

const stock = { params: { path: { guildId: '1', stock: 'a/b c' } } };

describe('the client', () => {
  it('sends the stored token as it is', async () => {
    storeSession('bds_verbatim');
    await api.get('/api/user/me');
    expect(header('Authorization')).toBe('bds_verbatim');
  });

  it('sends an empty token when there is none', async () => {
    await api.get('/api/user/me');
    expect(header('Authorization')).toBe('');
  });

  it('speaks for another session when it is told to', async () => {
    storeSession('bds_stored');
    await api.post('/api/auth/logout', { headers: { Authorization: 'bds_other' } });
    expect(header('Authorization')).toBe('bds_other');
    expect(sent().method).toBe('POST');
  });

  it('speaks for whom it has asked about, whoever signs in in another tab', async () => {
    storeSession('bds_mine');
    holdSession();
    localStorage.setItem('token', 'bds_theirs');
    await api.get('/api/user/me');
    expect(header('Authorization')).toBe('bds_mine');
  });

  it('fills in paths and queries', async () => {
    await api.get('/api/storefronts/{guildId}/keys', {
      params: { path: { guildId: 'a/b' }, query: { limit: 50, cursor: undefined, status: 'redeemed' } },
    });
    expect(new URL(sent().url)).toMatchObject({
      pathname: '/api/storefronts/a%2Fb/keys',
      search: '?limit=50&status=redeemed',
    });
  });

  it('asks another host where a call says so', async () => {
    await api.get('/api/chat/mutes', { baseUrl: 'https://chat.example.com' });
    expect(sent().url).toBe('https://chat.example.com/api/chat/mutes');
  });

  it('says of the server nothing that another host has answered, or not', async () => {
    const elsewhere = () => api.get('/api/chat/mutes', { baseUrl: 'https://chat.example.com' });
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(elsewhere()).rejects.toThrow();
    expect(reachability.isReachable()).toBe(true);
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(api.get('/api/user/me')).rejects.toThrow();
    expect(reachability.isReachable()).toBe(false);
    await elsewhere();
    expect(reachability.isReachable()).toBe(false);
    await api.get('/api/user/me');
    expect(reachability.isReachable()).toBe(true);
  });

  it('sends objects as JSON', async () => {
    await api.post('/api/dashboard/delivery-text', { body: { text: 'Thanks' } });
    expect(header('Content-Type')).toBe('application/json');
    expect(await sent().text()).toBe('{"text":"Thanks"}');
  });

  it('sends strings as text', async () => {
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
    await api.post('/api/storefronts/{guildId}/stock/{stock}', { ...stock, headers, body: 'one\ntwo' });
    expect(new URL(sent().url).pathname).toBe('/api/storefronts/1/stock/a%2Fb%20c');
    expect(header('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(await sent().text()).toBe('one\ntwo');
  });

  it('throws a refusal with its status and sentence', async () => {
    fetched.mockResolvedValue(Response.json({ code: 409, message: 'Taken.' }, { status: 409 }));
    const error = await api.post('/api/user/sign-out-everywhere').catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, message: 'Taken.', body: { code: 409, message: 'Taken.' } });
  });

  it('survives a refusal that is not JSON', async () => {
    fetched.mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(api.get('/api/user/me')).rejects.toMatchObject({ status: 502, message: '', body: null });
  });
});

describe('the sentence for an error', () => {
  it("is the server's where it gave one", () =>
    expect(errorMessage(new ApiError(422, 'Too long.'), 'Failed')).toBe('Too long.'));

  it("is the caller's for all else", () => {
    expect(errorMessage(new ApiError(500, ''), 'Failed')).toBe('Failed');
    expect(errorMessage(new TypeError('Failed to fetch'), 'Failed')).toBe('Failed');
  });
});
