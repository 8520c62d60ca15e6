import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../auth/signed-in';
import { InsightsPage } from './insights-page';

vi.mock('../auth/use-hearing', () => ({ useHearing: () => true }));

const nova = { guildId: '1', name: 'Nova' };
const outlook = (guildId: string) => ({ guildId, stock: 'OneMonthTokens.txt', available: 1, daysLeft: null });
const tea = { guildId: '2', name: 'Tea House' };

describe('while the storefronts load', () => {
  let answer: (path: string, body: unknown) => Promise<void>;

  beforeEach(() => {
    const asked = new Map<string, (answer: Response) => void>();
    vi.stubGlobal('fetch', ({ url }: Request) => {
      return new Promise((resolve) => asked.set(new URL(url).pathname, resolve));
    });
    answer = async (path, body) => {
      await waitFor(() => expect(asked.has(path)).toBe(true));
      await act(async () => asked.get(path)!(Response.json(body)));
    };
  });

  const beside = () => screen.getByRole('group', { name: 'Days' }).closest('.flex-wrap')!;
  /** How many controls are beside the span, or have their place kept there. */
  const places = () => beside().querySelectorAll('.skeleton, [role=combobox]').length;
  const isRestShown = () => !beside().nextElementSibling!.className.includes('appear');

  it('the place of their choice is kept if the address names one', () => {
    renderSignedIn(InsightsPage, { address: '/?guild=2' });
    expect(places()).toBe(1);
    expect(isRestShown()).toBe(true);
  });

  it('what is below their choice waits on phones for the first answer', async () => {
    renderSignedIn(InsightsPage);
    expect(places()).toBe(0);
    expect(isRestShown()).toBe(false);
    await answer('/api/storefronts', [nova, tea]);
    expect(await screen.findByRole('combobox', { name: 'Storefront' })).toBeDefined();
    expect(isRestShown()).toBe(true);
  });

  it('the place of their choice is kept if the figures are of several', async () => {
    renderSignedIn(InsightsPage);
    const stocks = [outlook(nova.guildId), outlook('2')];
    await answer('/api/dashboard/insights', { days: [], stocks });
    await screen.findByText('How long stock will last');
    expect(places()).toBe(1);
    await answer('/api/storefronts', [nova, tea]);
    await screen.findByRole('combobox', { name: 'Storefront' });
    expect(places()).toBe(1);
  });

  it('no place is kept if the figures are of one', async () => {
    renderSignedIn(InsightsPage);
    await answer('/api/dashboard/insights', { days: [], stocks: [outlook(nova.guildId)] });
    await screen.findByText('How long stock will last');
    expect(places()).toBe(0);
    expect(isRestShown()).toBe(true);
  });
});

it.each([
  [null, 'no sales'],
  [0, 'less than a day'],
  [2.9, '2 days'],
])('the outlook of stock with %j days left is %j', async (daysLeft, words) => {
  const stocks = [{ ...outlook(nova.guildId), daysLeft }];
  vi.stubGlobal('fetch', async ({ url }: Request) =>
    Response.json(url.includes('/insights') ? { days: [], stocks } : [nova]),
  );
  renderSignedIn(InsightsPage);
  expect(await screen.findByText(words)).toBeDefined();
});

describe('the outlook of many stocks', () => {
  const idle = Array.from({ length: 5 }, (_, at) => ({ ...outlook(`${at + 10}`), available: 0 }));
  const stocks = [
    idle[0]!,
    { ...outlook('1'), stock: 'later', daysLeft: 9 },
    { ...outlook('1'), stock: 'unsold' },
    ...idle.slice(1),
    { ...outlook('1'), stock: 'now', available: 0, daysLeft: 0 },
  ];
  const names = () => {
    const list = screen.getByRole('region', { name: 'How long stock will last' });
    return within(list)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('.font-medium')!.textContent);
  };
  const renderWith = async (answered: typeof stocks) => {
    vi.stubGlobal('fetch', async ({ url }: Request) =>
      Response.json(url.includes('/insights') ? { days: [], stocks: answered } : [nova, tea]),
    );
    renderSignedIn(InsightsPage);
    await screen.findByRole('region', { name: 'How long stock will last' });
  };

  it('begins with what is used up first, and shows those without sales and stock on demand', async () => {
    await renderWith(stocks);
    expect(names()).toEqual(['now', 'later', 'unsold']);
    const button = screen.getByRole('button', { name: 'Show 5 without sales and stock' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(button);
    expect(names()).toHaveLength(8);
    expect(names().slice(0, 3)).toEqual(['now', 'later', 'unsold']);
    await userEvent.click(screen.getByRole('button', { name: 'Hide 5 without sales and stock' }));
    expect(names()).toHaveLength(3);
  });

  it('shows a few without sales and stock at once', async () => {
    await renderWith(idle.slice(1));
    expect(names()).toHaveLength(4);
    expect(screen.queryByRole('button', { name: /without sales/ })).toBeNull();
  });
});
