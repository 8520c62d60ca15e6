/** The settings screens in their order. The first one is where `/dashboard/settings` leads. */
export const settingsTabs = [
  { slug: 'general', label: 'General' },
  { slug: 'storefront', label: 'Storefront' },
  { slug: 'stock', label: 'Stock' },
  { slug: 'keys', label: 'Keys' },
  { slug: 'blocklist', label: 'Blocklist' },
  { slug: 'helpers', label: 'Helpers' },
] as const;

/** Those that a role reaches; without a role, a seller's. */
export function tabsFor(role: 'viewer' | 'packer' | 'manager' | null) {
  const closed: Record<'viewer' | 'packer' | 'manager', readonly SettingsTab[]> = {
    viewer: ['storefront', 'blocklist', 'helpers'],
    packer: ['storefront', 'blocklist', 'helpers'],
    manager: ['helpers'],
  };
  return settingsTabs.filter(({ slug }) => role === null || !closed[role].includes(slug));
}

export type SettingsTab = (typeof settingsTabs)[number]['slug'];
