/**
 * Pages as their components render them, for every choice of a template: the server's tests fill the templates with
 * the same data and compare.
 */
import type { Bootstrap } from '../place';
import type { Front, LiveStock, OrderStatus } from '../types';
import { paint } from './paint';

type Example = { bootstrap: Bootstrap; html: string };

const guildId = '918430295761048371';
const named = { name: 'zoé & "<Söhne>"' };
const drawn = { name: '⚡ 24/7', logo: '/918430295761048371/logo/a1b2c3.webp' };
const footer = 'All "sales" <final> & sure\u2028…';

const stock: LiveStock = {
  embedColor: '#ffd400',
  oneMonthNitroTokens: 12,
  oneMonthServerBoosts: 24,
  threeMonthNitroTokens: 1_234_567,
  threeMonthServerBoosts: 0,
  storeLink: 'nova.example.com/?a=1&b="2"',
  discordLink: 'HTTPS://discord.gg/nova',
  embedFooter: footer,
};

const order: OrderStatus = {
  embedColor: 'f0a',
  orderId: 'ABCD-EFGH-1234',
  guildId,
  amount: 14,
  stock: 'OneMonthTokens.txt',
  successfulTokens: 3,
  failedTokens: 0,
  invite: 'lofi lounge',
  storeLink: null,
  discordLink: ' discord.gg/nova ',
  embedFooter: null,
  state: 'delivering',
};

const front: Front = {
  ...drawn,
  stock,
  footerText: 'Questions? Ask us.',
  storefronts: [
    { guildId: '1', name: 'First & best' },
    { guildId, name: 'Second' },
    { guildId: '3', name: 'Third' },
  ],
};

const stocks: Partial<LiveStock>[] = [
  {},
  { storeLink: null, embedFooter: null },
  { discordLink: 'javascript:alert(1)', embedFooter: '' },
  { storeLink: 'not a link', discordLink: null },
  { threeMonthNitroTokens: 90_000, oneMonthNitroTokens: 0, oneMonthServerBoosts: 0 },
  { threeMonthNitroTokens: 1, threeMonthServerBoosts: 99 },
];

const orders: Partial<OrderStatus>[] = [
  {},
  { state: 'queued', successfulTokens: 0 },
  { state: 'waiting', failedTokens: 4, invite: 'https://discord.gg/x?y="z"' },
  { successfulTokens: 1, failedTokens: 1, invite: 'www.discord.com/invite/x' },
  { successfulTokens: 2, invite: 'ptb.discord.com/invite/x' },
  { successfulTokens: 3, invite: 'Canary.discord.com/invite/x' },
  { successfulTokens: 7, stock: 'ThreeMonthTokens.txt' },
  { successfulTokens: 9, invite: 'a/b?c=d&e', storeLink: 'http://a.example:8080/x' },
  { state: 'done', successfulTokens: 7, invite: '  ' },
  { state: 'done', successfulTokens: 1, failedTokens: 6, embedFooter: footer },
  { state: 'done', successfulTokens: 0, failedTokens: 7, invite: null, discordLink: null },
  { amount: 0, successfulTokens: 0 },
  { amount: 12_345_678, successfulTokens: 1000, failedTokens: 2000, storeLink: 'a.example' },
];

const fronts: Partial<Front>[] = [
  {},
  { storefronts: front.storefronts.slice(1, 2) },
  { footerText: footer },
  { footerText: null, stock: { ...stock, ...stocks[4] } },
  { stock: { ...stock, embedFooter: null } },
  { footerText: '', stock: { ...stock, embedFooter: null, ...stocks[5] } },
];

function bootstraps(): Bootstrap[] {
  const ready = { guildId, status: 200 };
  const shops = [named, drawn];
  return [
    ...shops.flatMap((shop) =>
      [footer, null].map((footerText) => ({
        ...ready,
        page: 'redeem' as const,
        shop,
        data: { embedColor: '#fff', footerText },
      })),
    ),
    ...stocks.map((change, at) => ({
      ...ready,
      page: 'live-stock' as const,
      shop: shops[at % 2]!,
      livePage: false,
      data: { ...stock, ...change },
    })),
    ...shops.map((shop) => ({ ...ready, page: 'live-stock' as const, shop, livePage: true, data: stock })),
    ...orders.map((change, at) => ({
      ...ready,
      page: 'order-status' as const,
      orderId: order.orderId,
      shop: shops[at % 2]!,
      data: { ...order, ...change },
    })),
    ...fronts.map((change) => ({ ...ready, page: 'front' as const, data: { ...front, ...change } })),
    { ...ready, page: 'front', data: { ...front, logo: undefined } } as Bootstrap,
    ...(['redeem', 'live-stock', 'order-status', 'front'] as const).flatMap((page) =>
      [404, 410, 429, 500].map((status) => ({
        page,
        guildId,
        orderId: 'X',
        status,
        requestId: 'a1b2-c3',
        data: null,
      })),
    ),
    { page: 'not-found' },
  ];
}

export function examples(): Example[] {
  return bootstraps().map((bootstrap) => ({ bootstrap, html: paint(bootstrap) }));
}
