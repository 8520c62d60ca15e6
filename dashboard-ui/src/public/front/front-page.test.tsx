import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Front } from '../types';
import { FrontPage } from './front-page';

const guildId = '918430295761048371';
const front: Front = {
  name: 'Nova Boosts',
  stock: {
    embedColor: '#ffd400',
    oneMonthNitroTokens: 12,
    oneMonthServerBoosts: 24,
    threeMonthNitroTokens: 0,
    threeMonthServerBoosts: 0,
    storeLink: null,
    discordLink: null,
    embedFooter: null,
  },
  footerText: null,
  storefronts: [],
};
const closed = 'This shop is closed.';
let answer: (status: number, body: object) => Promise<void>;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

function redeem() {
  type('Redeem key', 'RX81P-V6NDK-94FMZ-TQ2CE');
  type('Server invite', 'lofi-lounge');
  type('Email', 'mika@example.com');
  fireEvent.click(screen.getByRole('button', { name: 'Redeem Now' }));
}

/** The poll after which the shop is known to be closed. */
const poll = () => pass(10_000);

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) => {
    if (method !== 'POST') return Promise.resolve(Response.json({}, { status: 410 }));
    return new Promise<Response>((resolve) => {
      answer = async (status, body) => {
        resolve(Response.json(body, { status }));
        await pass(0);
      };
    });
  });
  render(<FrontPage guildId={guildId} first={{ status: 'ready', data: front }} />);
});

afterEach(() => {
  vi.useRealTimers();
});

it('the front page says that the shop is closed after a poll returns 410', async () => {
  await poll();
  expect(screen.getByText(closed)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Redeem Now' })).toBeNull();
});

it.each([
  ['once if both have the same', 'Restocked daily', ['Restocked daily']],
  ['each if they differ', 'Since 2019', ['Restocked daily', 'Since 2019']],
])('the front page shows the footers of its stock and its form, %s', (_, footerText, shown) => {
  cleanup();
  const data = { ...front, footerText, stock: { ...front.stock, embedFooter: 'Restocked daily' } };
  render(<FrontPage guildId={guildId} first={{ status: 'ready', data }} />);
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getAllByText(/./).map(({ textContent }) => textContent)).toEqual(shown);
});

it('the first storefront is at the root of the domain, and the others are below it', () => {
  cleanup();
  const storefronts = [
    { guildId, name: 'Nova Boosts' },
    { guildId: '2', name: 'Luna' },
  ];
  render(<FrontPage guildId={guildId} first={{ status: 'ready', data: { ...front, storefronts } }} />);
  const links = within(screen.getByRole('navigation', { name: 'Storefronts' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/', '/2']);
});

it('the front page links to the order of a used key by the short path', async () => {
  redeem();
  await answer(409, { status: 'error', message: 'This key has already been redeemed.' });
  const link = screen.getByRole('link', { name: "See this order's status" });
  expect(link.getAttribute('href')).toBe(`/${guildId}/order/RX81P-V6NDK-94FMZ-TQ2CE/status`);
});

describe('a redemption under way while the shop closes', () => {
  beforeEach(async () => {
    redeem();
    await poll();
    expect(screen.queryByText(closed)).toBeNull();
  });

  it('shows its order in the dialog if it succeeds', async () => {
    await answer(200, { status: 'success', message: 'Order redeemed successfully!' });
    expect(screen.getByRole('dialog').textContent).toContain('RX81P-V6NDK-94FMZ-TQ2CE');
    expect(screen.queryByText(closed)).toBeNull();
  });

  it('is replaced by the notice that the shop is closed if it is refused', async () => {
    await answer(410, { status: 'error', message: closed });
    expect(screen.getByText(closed)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Redeem Now' })).toBeNull();
  });
});
