import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, ApiError, errorMessage } from './client';
import { storeSession } from './session';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => Response.json({ code: 200 }));
  vi.stubGlobal('fetch', fetched);
});

const sent = () => {
  const init = fetched.mock.calls[0]![1]!;
  return { ...init, headers: init.headers as Record<string, string> };
};

describe('the client', () => {
  it('sends the stored token as it is', async () => {
    storeSession('bds_verbatim');
    await api.get('/api/user/me');
    expect(sent().headers.Authorization).toBe('bds_verbatim');
  });

  it('sends an empty token when there is none', async () => {
    await api.get('/api/user/me');
    expect(sent().headers.Authorization).toBe('');
  });

  it('sends objects as JSON', async () => {
    await api.post('/api/x', { a: 1 });
    expect(sent().headers['Content-Type']).toBe('application/json');
    expect(sent().body).toBe('{"a":1}');
  });

  it('sends strings as text', async () => {
    await api.post('/api/x', 'one\ntwo');
    expect(sent().headers['Content-Type']).toMatch(/^text\/plain/);
    expect(sent().body).toBe('one\ntwo');
  });

  it('leaves form data to the browser', async () => {
    const form = new FormData();
    await api.post('/api/x', form);
    expect(sent().headers['Content-Type']).toBeUndefined();
    expect(sent().body).toBe(form);
  });

  it('throws a refusal with its status and sentence', async () => {
    fetched.mockResolvedValue(Response.json({ code: 409, message: 'Taken.' }, { status: 409 }));
    const error = await api.post('/api/x', {}).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, message: 'Taken.' });
  });

  it('survives a refusal that is not JSON', async () => {
    fetched.mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(api.get('/api/x')).rejects.toMatchObject({ status: 502, message: '' });
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
