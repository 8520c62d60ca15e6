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
  isWhole: true,
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
  'with typical data': {},
  'on a screen with room for the sidebar': { isWide: true },
  'for an admin': { isWide: true, user: { username: 'x', admin: true } },
  'with a logo': { isWide: true, storefronts: shops, stock: [[], []] },
  'with notices that the script has to add': { isWhole: false, waiting: 2, stock: stock.slice(0, 1) },
  'without storefronts': { storefronts: [], stock: [] },
  'with one waiting order': { isWide: true, waiting: 1 },
  'with many waiting orders': { isWide: true, waiting: 1204 },
  'with low stock': { stock: stock.slice(0, 1) },
  'with low stock in several shops': { storefronts: shops, stock },
  'with channel problems': { storefronts: [shop({ problems })] },
  'with channel problems in several shops': {
    storefronts: [shop({ problems }), shops[1]!, shop({ guildId: '3', problems: problems.slice(1) })],
    stock: [[], [], []],
    waiting: 2,
  },
  'with activity': {
    counts: { ...usual.counts, recentActivity: kinds.map((kind) => event(kind, `<${kind}>`)) },
  },
  'with one event': { counts: { ...usual.counts, recentActivity: [event('stock_added', '')] } },
};

describe('the filled Home template is identical to what the components render', () => {
  it.each(Object.entries(shown))('%s', (_, change) => {
    const home = { ...usual, ...change };
    expect(filled(home)).toBe(paintHome(home));
  });
});

describe('the data that Home is painted with', () => {
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

  it('is taken from the early answers', () => {
    expect(homeShown(answers, at)).toMatchObject({
      ...at,
      storefronts: [shop()],
      stock: [stock[0]],
      waiting: 3,
    });
  });

  it.each([
    ['whole if no call of a store was refused', { refused: [] }, true],
    ['not whole if one was refused', { refused: [{}] }, false],
    ['not whole if that is unknown', undefined, false],
  ])('is %s', (_, calls, isWhole) => {
    const rest = { ...answers.rest, '/api/dashboard/refused-calls': calls };
    expect(homeShown({ ...answers, rest }, at)?.isWhole).toBe(isWhole);
  });

  it('is undefined for a helper or if any answer is missing', () => {
    expect(homeShown({ ...answers, helping: { guildId: '1', role: 'viewer' } }, at)).toBeUndefined();
    expect(homeShown({ ...answers, helping: undefined }, at)).toBeUndefined();
    for (const address of Object.keys(answers.rest)) {
      const rest = { ...answers.rest, [address]: undefined };
      expect(homeShown({ ...answers, rest }, at), address).toBeUndefined();
    }
  });
});
