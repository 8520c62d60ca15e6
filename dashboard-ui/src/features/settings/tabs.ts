/** The settings screens in their order. The first one is where `/dashboard/settings` leads. */
export const settingsTabs = [
  { slug: 'general', label: 'General' },
  { slug: 'storefront', label: 'Storefront' },
  { slug: 'stock', label: 'Stock' },
  { slug: 'keys', label: 'Keys' },
  { slug: 'developers', label: 'Developers' },
] as const;

export type SettingsTab = (typeof settingsTabs)[number]['slug'];
