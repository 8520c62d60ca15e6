import type { ComponentType } from 'react';

export type SettingsTab = { slug: string; label: string; load: () => Promise<ComponentType> };

/** The settings screens in their order. The first one is where `/dashboard/settings` leads. */
export const settingsTabs: SettingsTab[] = [
  { slug: 'general', label: 'General', load: async () => (await import('./general-page')).GeneralPage },
  {
    slug: 'storefront',
    label: 'Storefront',
    load: async () => (await import('../storefront/storefront-page')).StorefrontPage,
  },
  { slug: 'stock', label: 'Stock', load: async () => (await import('../stock/stock-page')).StockPage },
  { slug: 'keys', label: 'Keys', load: async () => (await import('../keys/keys-page')).KeysPage },
];
