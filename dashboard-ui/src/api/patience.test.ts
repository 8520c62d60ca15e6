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

describe('a call that is one too many', () => {
  it('goes out again when the server says so', async () => {
    fetched.mockResolvedValueOnce(tooMany('2')).mockResolvedValueOnce(new Response('here'));
    const answer = ask();
    await vi.advanceTimersByTimeAsync(1999);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await (await answer).text()).toBe('here');
  });

  it('is refused in the end', async () => {
    fetched.mockImplementation(async () => tooMany('1'));
    const answer = ask();
    await vi.runAllTimersAsync();
    expect((await answer).status).toBe(429);
    expect(fetched).toHaveBeenCalledTimes(6);
  });

  it('is refused rather than waited for beyond ten seconds in all', async () => {
    fetched.mockImplementation(async () => tooMany('4'));
    const begin = Date.now();
    const answer = ask();
    await vi.runAllTimersAsync();
    expect((await answer).status).toBe(429);
    expect(fetched).toHaveBeenCalledTimes(3);
    expect(Date.now() - begin).toBe(8_000);
  });

  it('goes out again after the longest wait', async () => {
    fetched.mockResolvedValueOnce(tooMany('10')).mockResolvedValueOnce(new Response('here'));
    const answer = ask();
    await vi.runAllTimersAsync();
    expect(await (await answer).text()).toBe('here');
  });

  it.each([undefined, '11', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'is refused at once where the wait is %s',
    async (retryAfter) => {
      fetched.mockResolvedValueOnce(tooMany(retryAfter));
      expect((await ask()).status).toBe(429);
    },
  );

  it('is refused at once where it changes something', async () => {
    fetched.mockResolvedValueOnce(tooMany('1'));
    expect((await ask({ method: 'POST' })).status).toBe(429);
  });

  it('is given up while it waits', async () => {
    fetched.mockResolvedValueOnce(tooMany('5'));
    const leaving = new AbortController();
    const answer = ask({ signal: leaving.signal });
    await vi.advanceTimersByTimeAsync(10);
    leaving.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('a pause leaves nothing behind at what could have cut it short', async () => {
  const { signal } = new AbortController();
  const remove = vi.spyOn(signal, 'removeEventListener');
  const add = vi.spyOn(signal, 'addEventListener');
  const passed = pause(500, signal);
  await vi.advanceTimersByTimeAsync(500);
  await passed;
  expect(remove.mock.calls[0]?.slice(0, 2)).toEqual(add.mock.calls[0]?.slice(0, 2));
});
