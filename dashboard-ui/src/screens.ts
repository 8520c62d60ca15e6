/**
 * The modules of all screens, so that a page can preload a screen's code before its script asks for it:
 * `vite/screens.ts`. Home is part of the shell.
 */
import { paths } from './paths';

export const screens: Record<string, string> = {
  [paths.orders]: 'features/orders/orders-page',
  [paths.suggestions]: 'features/feedback/suggestions/suggestions-page',
  [paths.bugReports]: 'features/feedback/bug-reports/bug-reports-page',
  [paths.chat]: 'features/chat/chat-page',
  [paths.storefront]: 'features/storefront/storefront-page',
  [paths.stock]: 'features/stock/stock-page',
  [paths.developers]: 'features/developers/developers-page',
  [paths.fulfilment]: 'features/fulfilment/fulfilment-page',
  [paths.keys]: 'features/keys/keys-page',
  [paths.stores]: 'features/stores/stores-page',
  [paths.inbox]: 'features/stores/inbox-page',
  [paths.insights]: 'features/insights/insights-page',
  [paths.blocklist]: 'features/blocklist/blocklist-page',
  [paths.helpers]: 'features/members/members-page',
  [paths.customDomain]: 'features/custom-domain/custom-domain-page',
  [paths.livePage]: 'features/live-page/live-page-editor',
  [paths.admin]: 'features/activity-log/activity-log-page',
  [paths.health]: 'features/health/health-page',
  [paths.settings]: 'features/settings/settings-page',
};
