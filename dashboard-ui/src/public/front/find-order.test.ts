import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findOrder } from './find-order';

const storefronts = ['918430295761048371', '112233445566778899'];
const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchMock.mockReset());
});

afterEach(() => {
  vi.useRealTimers();
});

it('findOrder gives up after 20 seconds without an answer', async () => {
  fetchMock.mockImplementation(
    (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
  );
  const found = vi.fn();
  void findOrder(storefronts, 'RX81P').then(found);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(found).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(found).toHaveBeenCalledWith({ refusal: 'An unexpected error occurred.' });
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

it('findOrder asks the next storefront if one has no such order', async () => {
  fetchMock
    .mockResolvedValueOnce(new Response('', { status: 404 }))
    .mockResolvedValueOnce(Response.json({ orderId: 'RX81P' }));
  expect(await findOrder(storefronts, 'rx81p')).toEqual({ guildId: storefronts[1], orderId: 'RX81P' });
  expect(vi.getTimerCount()).toBe(0);
});

it('findOrder returns an error message if the server refuses', async () => {
  fetchMock.mockResolvedValueOnce(new Response('', { status: 429 }));
  expect(await findOrder(storefronts, 'RX81P')).toEqual({
    refusal: 'An error occurred while fetching the order status.',
  });
});
