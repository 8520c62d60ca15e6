import { describe, expect, it } from 'vitest';
import type { Schema } from '../api/types';
import { fill } from '../shared/template/fill';
import { homeShown, type HomeShown } from './home-shown';
import { homeTemplate } from './home-template';
import { homeView } from './home-view';
import { paintHome } from './paint-home';

const template = homeTemplate();
const filled = (shown: HomeShown) => fill(template, homeView(shown, Date.now()));

const shop = (change: Partial<Schema<'Storefront'>> = {}): Schema<'Storefront'> => ({
  guildId: '918430295761048371',
  name: `zoé & "<Söhne>" 'n'`,
  logo: null,
  embedColor: '#fff',
  lowStockThreshold: 5,
  problems: [],
  createdAt: '2026-11-20T09:14:00Z',
  visitedAt: null,
  discordLink: null,
  storeLink: null,
  embedFooter: null,
  redeemFooter: null,
  logChannelId: '',
  lowStockRoleId: '',
  ...change,
});

const level = (stock: string, available: number, delivered = 1) => ({
  stock,
  available,
  delivered,
  reserved: 0,
  failed: 0,
});

const event = (kind: string, details: string): Schema<'ActivityItem'> => ({
  kind,
  time: '2026-11-20T09:14:00Z',
  action: 'Order <completed>',
  details,
});

const usual: HomeShown = {
  isWide: false,
  brand: 'Boosts & "more"',
  user: { username: 'nova boosts', admin: false },
  counts: { totalOrders: 12_846, newOrders: 0, boostsL24: 1204, recentActivity: [] },
  storefronts: [shop()],
  stock: [[]],
  waiting: 0,
};

const shops = [shop({ logo: '/1/logo/a.webp?"b"' }), shop({ guildId: '2', name: 'Luna' })];
const stock = [
  [level('OneMonthTokens.txt', 0), level('ThreeMonthTokens.txt', 1), level('Full.txt', 6)],
  [level('ThreeMonthTokens.txt', 5), level('Never.txt', 0, 0)],
];
const problems = [
  { channel: 'DM', message: 'It is <closed>.' },
  { channel: 'sales', message: 'Nothing may be sent there.' },
];
const kinds = ['order_completed', 'key_redeemed', 'store_sale', 'of tomorrow', ''];

const shown: Record<string, Partial<HomeShown>> = {
  'as it usually is': {},
  'with room for the sidebar': { isWide: true },
  "an admin's": { isWide: true, user: { username: 'x', admin: true } },
  'with a logo': { isWide: true, storefronts: shops, stock: [] },
  'with nothing in it': { storefronts: [], stock: [] },
  'with one order that waits': { isWide: true, waiting: 1 },
  'with many orders that wait': { isWide: true, waiting: 1204 },
  'with little left': { stock: stock.slice(0, 1) },
  'with little left in several shops': { storefronts: shops, stock },
  'with what the bot cannot do': { storefronts: [shop({ problems })] },
  'with what it cannot do in several shops': {
    storefronts: [shop({ problems }), shops[1]!, shop({ guildId: '3', problems: problems.slice(1) })],
    waiting: 2,
  },
  'with activity': {
    counts: { ...usual.counts, recentActivity: kinds.map((kind) => event(kind, `<${kind}>`)) },
  },
  'with one event': { counts: { ...usual.counts, recentActivity: [event('stock_added', '')] } },
};

describe('a filled template is what the components draw', () => {
  it.each(Object.entries(shown))('%s', (_, change) => {
    const home = { ...usual, ...change };
    expect(filled(home)).toBe(paintHome(home));
  });
});

describe('what is here', () => {
  const answers = {
    helping: { guildId: null, role: null },
    user: { ...usual.user, id: '1', access_code: '', discordId: null },
    counts: usual.counts,
    rest: {
      '/api/storefronts': [shop()],
      '/api/dashboard/orders?size=1': { orders: [], total: 1, waiting: 3 },
      '/api/storefronts/918430295761048371/stock': stock[0],
    },
  };
  const at = { isWide: false, brand: 'Boostdesk' };

  it('is what is painted', () => {
    expect(homeShown(answers, at)).toMatchObject({
      ...at,
      storefronts: [shop()],
      stock: [stock[0]],
      waiting: 3,
    });
  });

  it("is left to the script where it is a helper's, or not all there is", () => {
    expect(homeShown({ ...answers, helping: { guildId: '1', role: 'viewer' } }, at)).toBeUndefined();
    expect(homeShown({ ...answers, helping: undefined }, at)).toBeUndefined();
    for (const address of Object.keys(answers.rest)) {
      const rest = { ...answers.rest, [address]: undefined };
      expect(homeShown({ ...answers, rest }, at), address).toBeUndefined();
    }
  });
});
