import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { First } from '../place';
import type { LiveStock } from '../types';
import { LiveStockPage } from './live-stock-page';

const stock: LiveStock = {
  embedColor: '14b8a6',
  oneMonthNitroTokens: 148,
  oneMonthServerBoosts: 296,
  threeMonthNitroTokens: 0,
  threeMonthServerBoosts: 12_345,
  storeLink: 'https://nova.example',
  discordLink: null,
  embedFooter: 'Restocked daily',
};

const fetchMock = vi.fn<typeof fetch>();

function open(first: First<LiveStock>) {
  return render(<LiveStockPage guildId="918430295761048371" first={first} hasLivePage={false} />);
}

function pass(ms: number) {
  return act(() => vi.advanceTimersByTimeAsync(ms));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchMock.mockReset());
});

afterEach(() => {
  vi.useRealTimers();
});

it('the page keeps its figures when a poll fails, and says that they were not refreshed', async () => {
  fetchMock
    .mockResolvedValueOnce(new Response('', { status: 503 }))
    .mockResolvedValueOnce(Response.json({ ...stock, oneMonthNitroTokens: 150 }));
  const { container } = open({ status: 'ready', data: stock });
  await pass(10_000);
  expect(screen.getByText('148')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('could not be refreshed');
  expect(container.querySelector('.refresh-ring')?.getAttribute('data-stale')).toBe('true');
  await pass(10_000);
  expect(screen.getByText('150')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('');
});

it('the page shows the age of its figures in seconds', async () => {
  fetchMock
    .mockResolvedValueOnce(new Response('', { status: 503 }))
    .mockResolvedValueOnce(new Response(null, { status: 304 }));
  open({ status: 'ready', data: stock });
  expect(screen.getByText('Updated just now')).toBeTruthy();
  await pass(4000);
  expect(screen.getByText('Updated 4 s ago')).toBeTruthy();
  await pass(6000);
  await pass(5000);
  expect(screen.getByText('Updated 15 s ago')).toBeTruthy();
  await pass(5000);
  expect(screen.getByText('Updated just now')).toBeTruthy();
});

it.each(['back_forward', 'navigate'])('the page polls at once only on `back_forward`: %s', async (type) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);
  fetchMock.mockImplementation(async () => Response.json({ ...stock, oneMonthNitroTokens: 150 }));
  open({ status: 'ready', data: stock });
  await pass(0);
  expect(screen.queryByText('150') !== null).toBe(type === 'back_forward');
  await pass(9999);
  expect(fetchMock).toHaveBeenCalledTimes(type === 'back_forward' ? 1 : 0);
});

it('the page shows no age for figures from browser history until a poll succeeds', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { type: 'back_forward' } as PerformanceNavigationTiming,
  ]);
  fetchMock
    .mockResolvedValueOnce(new Response('', { status: 503 }))
    .mockResolvedValueOnce(Response.json(stock));
  open({ status: 'ready', data: stock });
  expect(screen.queryByText(/^Updated/)).toBeNull();
  await pass(0);
  await pass(5000);
  expect(screen.queryByText(/^Updated/)).toBeNull();
  const status = screen.getByRole('status');
  expect(status.textContent).toContain('could not be refreshed');
  await pass(5000);
  expect(screen.getByText('Updated just now')).toBeTruthy();
  expect(status.textContent).toBe('');
});

it('the built-in page, not the live page, shows figures of unknown age', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { type: 'back_forward' } as PerformanceNavigationTiming,
  ]);
  fetchMock.mockResolvedValueOnce(new Response('', { status: 503 }));
  render(<LiveStockPage guildId="1" first={{ status: 'ready', data: stock }} hasLivePage />);
  await pass(0);
  expect(screen.getByRole('status').textContent).toContain('could not be refreshed');
});

it('the page does not poll while it is hidden, and polls once it is visible', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  fetchMock.mockImplementation(async () => Response.json(stock));
  open({ status: 'ready', data: stock });
  await pass(60_000);
  expect(fetchMock).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

it.each([
  ['the store beside a community', 'https://nova.example', 'Visit Store'],
  ['a community alone', null, 'Community'],
])('the one button in the accent colour is %s', (_, storeLink, accented) => {
  open({ status: 'ready', data: { ...stock, storeLink, discordLink: 'https://discord.gg/nova' } });
  const links = screen.getAllByRole('link').filter((link) => link.classList.contains('button-accent'));
  expect(links.map(({ textContent }) => textContent)).toEqual([accented]);
});
