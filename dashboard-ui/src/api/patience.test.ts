import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { patiently, pause } from './patience';

const fetched = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.useRealTimers());

const tooMany = (retryAfter?: string) =>
  new Response(null, { status: 429, headers: retryAfter ? { 'Retry-After': retryAfter } : {} });
const ask = (init?: RequestInit) => patiently(new Request('http://localhost/api/orders', init));

describe('a request that is refused with 429', () => {
  it('is sent again after its Retry-After', async () => {
    fetched.mockResolvedValueOnce(tooMany('2')).mockResolvedValueOnce(new Response('here'));
    const answer = ask();
    await vi.advanceTimersByTimeAsync(1999);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await (await answer).text()).toBe('here');
  });

  it('is sent again at most 5 times', async () => {
    fetched.mockImplementation(async () => tooMany('1'));
    const answer = ask();
    await vi.runAllTimersAsync();
    expect((await answer).status).toBe(429);
    expect(fetched).toHaveBeenCalledTimes(6);
  });

  it('is not sent again if all its waits together would exceed 10 seconds', async () => {
    fetched.mockImplementation(async () => tooMany('4'));
    const begin = Date.now();
    const answer = ask();
    await vi.runAllTimersAsync();
    expect((await answer).status).toBe(429);
    expect(fetched).toHaveBeenCalledTimes(3);
    expect(Date.now() - begin).toBe(8_000);
  });

  it('is sent again after the longest allowed wait of 10 seconds', async () => {
    fetched.mockResolvedValueOnce(tooMany('10')).mockResolvedValueOnce(new Response('here'));
    const answer = ask();
    await vi.runAllTimersAsync();
    expect(await (await answer).text()).toBe('here');
  });

  it.each([undefined, '11', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'is not sent again if its Retry-After is %s',
    async (retryAfter) => {
      fetched.mockResolvedValueOnce(tooMany(retryAfter));
      expect((await ask()).status).toBe(429);
    },
  );

  it('is not sent again if it is a POST', async () => {
    fetched.mockResolvedValueOnce(tooMany('1'));
    expect((await ask({ method: 'POST' })).status).toBe(429);
  });

  it('can be aborted while it waits for its Retry-After', async () => {
    fetched.mockResolvedValueOnce(tooMany('5'));
    const leaving = new AbortController();
    const answer = ask({ signal: leaving.signal });
    await vi.advanceTimersByTimeAsync(10);
    leaving.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('a pause removes its abort listener from the signal when it ends', async () => {
  const { signal } = new AbortController();
  const remove = vi.spyOn(signal, 'removeEventListener');
  const add = vi.spyOn(signal, 'addEventListener');
  const passed = pause(500, signal);
  await vi.advanceTimersByTimeAsync(500);
  await passed;
  expect(remove.mock.calls[0]?.slice(0, 2)).toEqual(add.mock.calls[0]?.slice(0, 2));
});
