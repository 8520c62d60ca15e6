import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePageData } from './use-page-data';

const asked: AbortSignal[] = [];
let answer: (response: Response) => void;

function open(asksOn = false, everyMs = 1000) {
  return renderHook(() =>
    usePageData(
      '/api/fetch/redeem-order/{guildId}',
      { guildId: '918430295761048371' },
      { status: 'loading' },
      everyMs,
      () => asksOn,
    ),
  );
}

const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  // Safari 16.4 does not have it.
  vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function');
  });
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    asked.push(signal);
    return new Promise<Response>((resolve, reject) => {
      answer = resolve;
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
});

afterEach(() => {
  vi.useRealTimers();
});

it('has what is answered, also in a browser that cannot join signals', async () => {
  const { result } = open();
  await pass(0);
  answer(Response.json({ embedColor: '#ff7a18', footerText: '' }));
  await pass(0);
  expect(result.current.page.status).toBe('ready');
  expect(vi.getTimerCount()).toBe(0);
});

it('gives a late answer up', async () => {
  const { result } = open();
  await pass(0);
  await pass(14_999);
  expect(result.current.page.status).toBe('loading');
  await pass(1);
  expect(result.current.page).toEqual({ status: 'failed', httpStatus: null, requestId: null });
});

/** Opens a page whose data is there, and then refuses to refresh it with `status`. */
async function openAndRefuseLater(status: number) {
  const { result } = open(true);
  await pass(0);
  answer(Response.json({ embedColor: '#ff7a18', footerText: '' }));
  await pass(0);
  await pass(1000);
  answer(new Response('', { status }));
  await pass(0);
  return result;
}

it.each([404, 410])('is over when it is gone, by a %i', async (status) => {
  const result = await openAndRefuseLater(status);
  await pass(60_000);
  expect(result.current.page).toEqual({ status: 'failed', httpStatus: status, requestId: null });
  expect(asked).toHaveLength(2);
});

it.each([429, 503])('stays for as long as it cannot be asked for, by a %i', async (status) => {
  const result = await openAndRefuseLater(status);
  await pass(1000);
  expect(result.current.page).toMatchObject({ status: 'ready', stale: true });
  expect(asked).toHaveLength(3);
});

it.each([
  [1000, 2],
  [0, 1],
])(
  'with %i ms between answers has been asked for %i times once it is looked at again',
  async (everyMs, times) => {
    open(false, everyMs);
    await pass(0);
    answer(Response.json({ embedColor: '#ff7a18', footerText: '' }));
    await pass(0);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await pass(0);
    expect(asked).toHaveLength(times);
  },
);

it('asks for nothing any more once it is left', async () => {
  const { unmount } = open();
  await pass(0);
  unmount();
  await pass(0);
  expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
  expect(vi.getTimerCount()).toBe(0);
});
