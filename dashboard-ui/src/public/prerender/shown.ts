/** The data that pages are painted with to find where it occurs. Each text and number here is unique on a page. */
import type { Bootstrap } from '../place';
import type { Front, LiveStock, OrderStatus } from '../types';
import { hole } from '../../shared/template/make';

export const guildId = '404142434445464748';
export const otherGuildId = '504142434445464748';

export const store = 'https://store.invalid/';
export const community = 'https://community.invalid/';
export const invite = 'https://invite.invalid/';

const withLogo = { name: hole('name'), logo: hole('logo') };
export const withInitial = { name: hole('name') };

export const stock: LiveStock = {
  embedColor: '#ff82be',
  oneMonthNitroTokens: 91_001,
  oneMonthServerBoosts: 91_002,
  threeMonthNitroTokens: 91_003,
  threeMonthServerBoosts: 91_004,
  storeLink: store,
  discordLink: community,
  embedFooter: hole('footerText'),
};

export const figures = [
  'oneMonthNitroTokens',
  'oneMonthServerBoosts',
  'threeMonthNitroTokens',
  'threeMonthServerBoosts',
] as const;

/** Three of five tokens have succeeded. */
export const order: OrderStatus = {
  embedColor: '#ff82be',
  orderId: hole('orderId'),
  guildId: hole('guildId'),
  amount: 2010,
  stock: 'OneMonthTokens.txt',
  successfulTokens: 103,
  failedTokens: 102,
  invite,
  storeLink: store,
  discordLink: community,
  embedFooter: hole('footerText'),
  state: 'delivering',
};

export const front: Front = {
  name: hole('name'),
  logo: hole('logo'),
  stock,
  footerText: hole('secondFooter'),
  storefronts: [
    { guildId, name: hole('storefrontName') },
    { guildId: otherGuildId, name: hole('storefrontName') },
  ],
};

const page = { guildId, shop: withLogo, status: 200 };
export const ofRedeem: Bootstrap = {
  ...page,
  page: 'redeem',
  data: { embedColor: '#ff82be', footerText: hole('footerText') },
};
export const ofLiveStock: Bootstrap = { ...page, page: 'live-stock', livePage: false, data: stock };
export const ofOrder: Bootstrap = { ...page, page: 'order-status', orderId: 'X', data: order };
export const ofFront: Bootstrap = { page: 'front', guildId, status: 200, data: front };
