import { act, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { First } from '../place';
import type { OrderStatus } from '../types';
import { OrderStatusPage } from './order-status-page';

const guildId = '918430295761048371';
const orderId = 'RX81P-V6NDK-94FMZ-TQ2CE';
const call = `/api/fetch/${guildId}/order/${orderId}/status`;

const done: OrderStatus = {
  embedColor: '#6d4aff',
  orderId,
  guildId,
  amount: 14,
  stock: 'OneMonthTokens.txt',
  successfulTokens: 6,
  failedTokens: 1,
  invite: 'lofi-lounge',
  storeLink: 'https://nova.example',
  discordLink: 'https://discord.gg/nova',
  embedFooter: 'Nova Boosts',
  state: 'done',
};

function open(first: First<OrderStatus>) {
  return render(<OrderStatusPage guildId={guildId} orderId={orderId} first={first} />);
}

function pass(ms: number) {
  return act(() => vi.advanceTimersByTimeAsync(ms));
}

function showPage(persisted: boolean) {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
}

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchMock.mockReset());
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a finished order', () => {
  it('shows every row and is not polled', async () => {
    open({ status: 'ready', data: done });
    expect(screen.getByRole('heading', { name: 'Order Status' })).toBeTruthy();
    const rows = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(rows).toEqual([
      ['Order ID', orderId],
      ['Guild ID', guildId],
      ['Amount', '14'],
      ['Type', 'One Month Tokens'],
      ['Successful tokens', '6'],
      ['Failed tokens', '1'],
    ]);
    expect(screen.getByText('Nova Boosts')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
      '6 successful and 1 failed of 7 tokens',
    );
    await pass(60_000);
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('shows its outcome, its current step and what to do', () => {
    open({ status: 'ready', data: done });
    expect(screen.getByText('12 of 14 boosts delivered, 2 could not be delivered.')).toBeTruthy();
    expect(screen.getByText('Partial')).toBeTruthy();
    expect(screen.getByText(/contact the store/)).toBeTruthy();
    expect(screen.queryByText('This page updates by itself.')).toBeNull();
    const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, null, 'step']);
  });

  it('shows its figures with units and with a class for good or bad', () => {
    open({ status: 'ready', data: { ...done, successfulTokens: 1, failedTokens: 0 } });
    const figures = screen.getAllByRole('definition').filter((one) => one.dataset['unit']);
    expect(figures.map((one) => [one.textContent, one.dataset['unit'], one.className])).toEqual([
      ['14', 'boosts', ''],
      ['1', 'token', 'good'],
      ['0', 'tokens', 'bad'],
    ]);
  });

  it('opens its links in new tabs', () => {
    open({ status: 'ready', data: done });
    const links = screen.getAllByRole<HTMLAnchorElement>('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Join Server', 'https://discord.gg/lofi-lounge'],
      ['Visit Store', 'https://nova.example'],
      ['Community', 'https://discord.gg/nova'],
    ]);
    for (const link of links) {
      expect(link.target).toBe('_blank');
      expect(link.rel).toContain('noopener');
    }
  });

  it.each([
    ['to its tab', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['by Back', () => showPage(true)],
  ])('is refetched once when the user returns %s, and polled if it is under way again', async (_, look) => {
    fetchMock
      .mockResolvedValueOnce(Response.json(done))
      .mockResolvedValueOnce(Response.json({ ...done, state: 'delivering' }))
      .mockResolvedValueOnce(Response.json({ ...done, successfulTokens: 7 }));
    open({ status: 'ready', data: done });
    showPage(false);
    await pass(60_000);
    expect(fetchMock).not.toHaveBeenCalled();

    act(() => void look());
    await pass(60_000);
    expect(fetchMock).toHaveBeenCalledTimes(1);

    act(() => void look());
    await pass(0);
    expect(screen.getByText('12 of 14 boosts delivered, more being retried.')).toBeTruthy();
    await pass(60_000);
    expect(screen.getByText('All 14 boosts are delivered.')).toBeTruthy();
    expect(fetchMock).toHaveBeenCalledTimes(3);
  });

  it('is refetched until it succeeds, and says meanwhile that it could not be refreshed', async () => {
    fetchMock
      .mockResolvedValueOnce(new Response('', { status: 503 }))
      .mockResolvedValueOnce(Response.json({ ...done, successfulTokens: 7 }));
    open({ status: 'ready', data: done });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await pass(0);
    expect(screen.getByText('The order could not be refreshed. Trying again...')).toBeTruthy();
    await pass(3000);
    expect(screen.getByText('All 14 boosts are delivered.')).toBeTruthy();
    await pass(60_000);
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });

  it('is refetched once after back or forward navigation to the page', async () => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      { type: 'back_forward' } as PerformanceNavigationTiming,
    ]);
    fetchMock.mockResolvedValueOnce(Response.json({ ...done, successfulTokens: 7 }));
    open({ status: 'ready', data: done });
    await pass(60_000);
    expect(screen.getByText('All 14 boosts are delivered.')).toBeTruthy();
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it('shows no link without a target', () => {
    open({ status: 'ready', data: { ...done, invite: null, storeLink: null, discordLink: null } });
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('an order under way', () => {
  it('is polled every 3 s until it is done', async () => {
    const answer = (state: OrderStatus['state'], successfulTokens: number, etag: string) =>
      Response.json({ ...done, state, successfulTokens, failedTokens: 0 }, { headers: { ETag: etag } });
    fetchMock
      .mockResolvedValueOnce(answer('delivering', 3, '"1"'))
      .mockResolvedValueOnce(new Response(null, { status: 304 }))
      .mockRejectedValueOnce(new TypeError('offline'))
      .mockResolvedValueOnce(answer('done', 7, '"2"'));
    open({ status: 'ready', data: { ...done, state: 'queued', successfulTokens: 0, failedTokens: 0 } });
    expect(screen.getByText('Processing')).toBeTruthy();
    expect(screen.getByText('This page updates by itself.')).toBeTruthy();

    await pass(2999);
    expect(fetchMock).not.toHaveBeenCalled();
    await pass(1);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    expect(fetchMock.mock.lastCall?.[0]).toBe(call);
    expect(screen.getByText('3')).toBeTruthy();

    await pass(3000);
    expect(new Headers(fetchMock.mock.lastCall?.[1]?.headers).get('If-None-Match')).toBe('"1"');
    expect(screen.getByText('3')).toBeTruthy();

    await pass(3000);
    expect(screen.getByText('3')).toBeTruthy();

    await pass(3000);
    expect(screen.getByText('7')).toBeTruthy();
    expect(screen.queryByText('Processing')).toBeNull();

    await pass(60_000);
    expect(fetchMock).toHaveBeenCalledTimes(4);
  });
});

it('an order under way says that it could not be refreshed until a poll succeeds', async () => {
  const underWay: OrderStatus = { ...done, state: 'queued', successfulTokens: 0, failedTokens: 0 };
  fetchMock
    .mockResolvedValueOnce(new Response('', { status: 503 }))
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValueOnce(Response.json(underWay));
  open({ status: 'ready', data: underWay });
  const note = screen.getByText('This page updates by itself.');
  expect([note.role, note.dataset['stale']]).toEqual(['status', 'false']);
  for (let failed = 1; failed <= 2; failed++) {
    await pass(3000);
    expect(note.textContent).toBe('The order could not be refreshed. Trying again...');
    expect(note.dataset['stale']).toBe('true');
  }
  expect(screen.getByText('Your 14 boosts are on their way.')).toBeTruthy();
  await pass(3000);
  expect(note.textContent).toBe('This page updates by itself.');
  expect(note.dataset['stale']).toBe('false');
});

describe('an order that cannot be shown', () => {
  const sentence =
    "We couldn't find the order with the provided Order ID. " +
    'Please make sure the Order ID is correct or try again later.';

  it.each([
    [404, 'Order Status not found for this Guild ID.'],
    [503, 'An error occurred while fetching the order status.'],
    [null, 'An unexpected error occurred.'],
  ])('shows the same error card for status %j, and logs the reason', (httpStatus, logged) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    open({ status: 'failed', httpStatus });
    expect(screen.getByText('Oops! Something went wrong')).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(log).toHaveBeenCalledWith(logged);
  });

  it('has a Retry button that reloads the page', () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const reload = vi.spyOn(location, 'reload').mockReturnValue();
    open({ status: 'failed', httpStatus: 404 });
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    expect(reload).toHaveBeenCalledOnce();
  });

  it('is requested first if the page came without data', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    fetchMock.mockResolvedValueOnce(Response.json({ code: 404, message: 'No' }, { status: 404 }));
    open({ status: 'loading' });
    expect(screen.getByText('Loading order status...')).toBeTruthy();
    await pass(0);
    expect(screen.getByText(sentence)).toBeTruthy();
  });
});
