import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, ApiError, errorMessage } from './client';
import { reachability } from './reachability';
import { holdSession, storeSession } from './session';
import { until } from '../shared/test-until';

const fetched = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => Response.json({ code: 200 }));
  vi.stubGlobal('fetch', fetched);
});

const sent = () => fetched.mock.calls[0]![0];
const header = (name: string) => sent().headers.get(name);

const stock = { params: { path: { guildId: '1', stock: 'a/b c' } } };

describe('the API client', () => {
  it('sends the stored token unchanged as Authorization', async () => {
    storeSession('bds_verbatim');
    await api.get('/api/user/me');
    expect(header('Authorization')).toBe('bds_verbatim');
  });

  it('sends an empty Authorization without a stored token', async () => {
    await api.get('/api/user/me');
    expect(header('Authorization')).toBe('');
  });

  it('sends the Authorization that a call passes instead of the stored token', async () => {
    storeSession('bds_stored');
    await api.post('/api/auth/logout', { headers: { Authorization: 'bds_other' } });
    expect(header('Authorization')).toBe('bds_other');
    expect(sent().method).toBe('POST');
  });

  it("keeps sending this page's token after another tab has signed in", async () => {
    storeSession('bds_mine');
    holdSession();
    localStorage.setItem('token', 'bds_theirs');
    await api.get('/api/user/me');
    expect(header('Authorization')).toBe('bds_mine');
  });

  it('fills in path and query parameters', async () => {
    await api.get('/api/storefronts/{guildId}/keys', {
      params: { path: { guildId: 'a/b' }, query: { limit: 50, cursor: undefined, status: 'redeemed' } },
    });
    expect(new URL(sent().url)).toMatchObject({
      pathname: '/api/storefronts/a%2Fb/keys',
      search: '?limit=50&status=redeemed',
    });
  });

  it('sends a call to the `baseUrl` that it passes', async () => {
    await api.get('/api/chat/mutes', { baseUrl: 'https://chat.example.com' });
    expect(sent().url).toBe('https://chat.example.com/api/chat/mutes');
  });

  it("ignores another host's answers and failures when tracking reachability", async () => {
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

  it('does not take the server for reachable by an answer that was under way when the network was lost', async () => {
    reachability.followBrowser();
    let arrive: (answer: Response) => void;
    fetched.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    const underWay = api.get('/api/user/me');
    await until(() => expect(fetched).toHaveBeenCalled());
    dispatchEvent(new Event('offline'));
    arrive!(Response.json({}));
    await underWay;
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

  it('throws an ApiError with the status, message and body of a refusal', async () => {
    fetched.mockResolvedValue(Response.json({ code: 409, message: 'Taken.' }, { status: 409 }));
    const error = await api.post('/api/user/sign-out-everywhere').catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, message: 'Taken.', body: { code: 409, message: 'Taken.' } });
  });

  it('rejects with the status and an empty message if a refusal is not JSON', async () => {
    fetched.mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(api.get('/api/user/me')).rejects.toMatchObject({ status: 502, message: '', body: null });
  });
});

describe('the message for an error', () => {
  it("is the server's if it sent one", () =>
    expect(errorMessage(new ApiError(422, 'Too long.'), 'Failed')).toBe('Too long.'));

  it("is otherwise the caller's", () => {
    expect(errorMessage(new ApiError(500, ''), 'Failed')).toBe('Failed');
    expect(errorMessage(new TypeError('Failed to fetch'), 'Failed')).toBe('Failed');
  });
});
