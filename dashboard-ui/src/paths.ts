/** Exported separately for the login page, which does not need the others. */
export const home = '/dashboard';

/** The addresses of all screens. Link through this, never by a literal. */
export const paths = {
  login: '/',
  home,
  orders: '/dashboard/orders',
  suggestions: '/dashboard/suggestions',
  bugReports: '/dashboard/report-bugs',
  chat: '/dashboard/chat',
  settings: '/dashboard/settings',
  customDomain: '/dashboard/custom-domain',
  livePage: '/dashboard/edit-live-stock',
  storefront: '/dashboard/storefront',
  stock: '/dashboard/stock',
  keys: '/dashboard/keys',
  createKeys: '/dashboard/keys?create',
  stores: '/dashboard/stores',
  inbox: '/dashboard/inbox',
  insights: '/dashboard/insights',
  blocklist: '/dashboard/blocklist',
  helpers: '/dashboard/helpers',
  developers: '/dashboard/developers',
  fulfilment: '/dashboard/fulfilment',
  orderDialog: (orderId: string) => `/dashboard/orders?order=${encodeURIComponent(orderId)}`,
  admin: '/dashboard/admin',
  health: '/dashboard/health',
  order: (guildId: string, orderId: string) =>
    `/api/${encodeURIComponent(guildId)}/order/${encodeURIComponent(orderId)}/status`,
  liveStock: (guildId: string) => `/api/${encodeURIComponent(guildId)}/live-stock`,
  redeem: (guildId: string) => `/api/redeem-order/${encodeURIComponent(guildId)}`,
};
