import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePageData } from './use-page-data';

const asked: AbortSignal[] = [];
let answer: (response: Response) => void;

function open(polls?: { everyMs: number; more?: () => boolean }) {
  return renderHook(() =>
    usePageData(
      '/api/fetch/redeem-order/{guildId}',
      { guildId: '918430295761048371' },
      { status: 'loading' },
      polls,
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

it('usePageData loads the data in a browser without AbortSignal.any', async () => {
  const { result } = open();
  await pass(0);
  answer(Response.json({ embedColor: '#ff7a18', footerText: '' }));
  await pass(0);
  expect(result.current.page.status).toBe('ready');
  expect(vi.getTimerCount()).toBe(0);
});

it('usePageData fails after 15 seconds without an answer', async () => {
  const { result } = open();
  await pass(0);
  await pass(14_999);
  expect(result.current.page.status).toBe('loading');
  await pass(1);
  expect(result.current.page).toEqual({ status: 'failed', httpStatus: null, requestId: null });
});

/** Opens a page whose data is there, and then refuses to refresh it with `status`. */
async function openAndRefuseLater(status: number) {
  const { result } = open({ everyMs: 1000 });
  await pass(0);
  answer(Response.json({ embedColor: '#ff7a18', footerText: '' }));
  await pass(0);
  await pass(1000);
  answer(new Response('', { status }));
  await pass(0);
  return result;
}

it.each([404, 410])('usePageData fails and stops polling once a poll is answered with %i', async (status) => {
  const result = await openAndRefuseLater(status);
  await pass(60_000);
  expect(result.current.page).toEqual({ status: 'failed', httpStatus: status, requestId: null });
  expect(asked).toHaveLength(2);
});

it.each([429, 503])('usePageData keeps the old data and continues polling after a %i', async (status) => {
  const result = await openAndRefuseLater(status);
  await pass(1000);
  expect(result.current.page).toMatchObject({ status: 'ready', stale: true });
  expect(asked).toHaveLength(3);
});

it.each([
  ['polls that are over', 2, { everyMs: 1000, more: () => false }],
  ['no polls', 1, undefined],
])('with %s, usePageData has sent %i requests once the page is seen again', async (_, times, polls) => {
  open(polls);
  await pass(0);
  answer(Response.json({ embedColor: '#ff7a18', footerText: '' }));
  await pass(0);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await pass(0);
  expect(asked).toHaveLength(times);
});

it('usePageData aborts its request and clears its timers when it is unmounted', async () => {
  const { unmount } = open();
  await pass(0);
  unmount();
  await pass(0);
  expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
  expect(vi.getTimerCount()).toBe(0);
});
