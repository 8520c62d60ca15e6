/** The settings screens in their order. The first one is where `/dashboard/settings` leads. */
export const settingsTabs = [{ slug: 'general', label: 'General' }] as const;

export type SettingsTab = (typeof settingsTabs)[number]['slug'];
