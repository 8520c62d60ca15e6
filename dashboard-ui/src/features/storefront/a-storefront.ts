import type { Schema } from '../../api/types';

/** A storefront for tests. */
export const nova: Schema<'Storefront'> = {
  guildId: '918430295761048371',
  name: 'Nova',
  logo: null,
  embedColor: '#ff82be',
  storeLink: null,
  discordLink: null,
  embedFooter: null,
  redeemFooter: null,
  lowStockThreshold: 10,
  logChannelId: '',
  lowStockRoleId: '',
  problems: [],
  createdAt: '2026-11-20T09:14:00Z',
  visitedAt: null,
};
