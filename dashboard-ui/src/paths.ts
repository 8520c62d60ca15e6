import type { SettingsTab } from './features/settings/tabs';

/** Where things are. Screens link through this, never by a literal. */
export const paths = {
  login: '/',
  home: '/dashboard',
  orders: '/dashboard/orders',
  insights: '/dashboard/insights',
  suggestions: '/dashboard/suggestions',
  bugReports: '/dashboard/report-bugs',
  chat: '/dashboard/chat',
  settings: '/dashboard/settings',
  settingsTab: (tab: SettingsTab) => `/dashboard/settings/${tab}`,
  customDomain: '/dashboard/custom-domain',
  livePage: '/dashboard/edit-live-stock',
  admin: '/dashboard/admin',
  order: (guildId: string, orderId: string) =>
    `/api/${encodeURIComponent(guildId)}/order/${encodeURIComponent(orderId)}/status`,
  liveStock: (guildId: string) => `/api/${encodeURIComponent(guildId)}/live-stock`,
  redeem: (guildId: string) => `/api/redeem-order/${encodeURIComponent(guildId)}`,
};
