import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  createPath,
  redirect,
  type LoaderFunction,
  type RouteObject,
} from 'react-router';
import { loadCode } from './api/fresh-code';
import type { ScreenHandle } from './features/auth/require-user';
import { HomePage } from './features/home/home-page';
import { BrokenPage, BrokenScreen, lateScreen } from './features/shell/broken-page';
import { NotFoundPage } from './features/shell/not-found-page';
import { Shell } from './features/shell/shell';
import { createFirstLoaders } from './first-loaders';
import type { createLoaders } from './loaders';
import { paths } from './paths';
import { LoadingScreen } from './ui/spinner';

/** Screens that used to be below the settings: the old addresses redirect and keep their query. */
const movedOut = [
  ['general', paths.settings],
  ['storefront', paths.storefront],
  ['stock', paths.stock],
  ['keys', paths.keys],
  ['stores', paths.stores],
  ['inbox', paths.inbox],
  ['blocklist', paths.blocklist],
  ['helpers', paths.helpers],
  ['developers', paths.developers],
  ['fulfilment', paths.fulfilment],
] as const;

function moved(slug: string, to: string): RouteObject {
  return {
    path: `${paths.settings}/${slug}`,
    Component: LoadingScreen,
    loader: ({ request }) => redirect(to + new URL(request.url).search),
  };
}

const says = (access: string, loading?: string): ScreenHandle => ({ access, loading });

type Loaders = ReturnType<typeof createLoaders>;

/** For a screen whose loader could not be loaded; it sends its own requests then. */
const nothing: LoaderFunction = () => null;

/** All URLs of the dashboard. The customers' pages are a separate application. */
export function createRouter(queries: QueryClient, chatHost: string) {
  const first = createFirstLoaders(queries);

  /** Reloads the page at the screen that is being opened. */
  function reload() {
    const { navigation, location: here } = router.state;
    location.assign(createPath(navigation.location ?? here));
  }

  /** Loads a screen's code and sends its first requests at the same time. Later requests are sent by the screen itself. */
  function screen(component: () => Promise<ComponentType>, data?: keyof Loaders) {
    const load = () => loadCode(component, reload);
    const Component = () => load().catch(() => lateScreen(load));
    const shouldRevalidate = () => false;
    if (!data) return { lazy: { Component }, shouldRevalidate };
    const loader = () =>
      import('./loaders')
        .then(({ createLoaders }) => createLoaders(queries, chatHost)[data])
        .catch(() => nothing);
    return { lazy: { Component, loader }, shouldRevalidate };
  }

  const routes: RouteObject[] = [
    {
      ErrorBoundary: BrokenPage,
      HydrateFallback: LoadingScreen,
      children: [
        {
          path: paths.login,
          ...screen(async () => (await import('./features/auth/login-screen')).LoginScreen),
        },
        {
          Component: Shell,
          loader: first.shell,
          shouldRevalidate: () => false,
          children: withinShell([
            {
              path: paths.home,
              handle: says('the dashboard', 'Loading your dashboard...'),
              Component: HomePage,
              loader: first.home,
              shouldRevalidate: () => false,
            },
            {
              path: paths.orders,
              handle: says('orders'),
              ...screen(async () => (await import('./features/orders/orders-page')).OrdersPage, 'orders'),
            },
            {
              path: paths.suggestions,
              handle: says('suggestions'),
              ...screen(
                async () =>
                  (await import('./features/feedback/suggestions/suggestions-page')).SuggestionsPage,
                'suggestions',
              ),
            },
            {
              path: paths.bugReports,
              handle: says('bug reports'),
              ...screen(
                async () => (await import('./features/feedback/bug-reports/bug-reports-page')).BugReportsPage,
                'bugReports',
              ),
            },
            {
              path: paths.chat,
              handle: says('the chat'),
              ...screen(async () => (await import('./features/chat/chat-page')).ChatPage, 'chat'),
            },
            {
              path: paths.storefront,
              handle: says('the storefront'),
              ...screen(
                async () => (await import('./features/storefront/storefront-page')).StorefrontPage,
                'storefront',
              ),
            },
            {
              path: paths.stock,
              handle: says('stock'),
              ...screen(async () => (await import('./features/stock/stock-page')).StockPage, 'stock'),
            },
            {
              path: paths.developers,
              handle: says('developers'),
              ...screen(
                async () => (await import('./features/developers/developers-page')).DevelopersPage,
                'developers',
              ),
            },
            {
              path: paths.fulfilment,
              handle: says('fulfilment'),
              ...screen(
                async () => (await import('./features/fulfilment/fulfilment-page')).FulfilmentPage,
                'fulfilment',
              ),
            },
            {
              path: paths.keys,
              handle: says('keys'),
              ...screen(async () => (await import('./features/keys/keys-page')).KeysPage, 'keys'),
            },
            {
              path: paths.stores,
              handle: says('stores'),
              ...screen(async () => (await import('./features/stores/stores-page')).StoresPage, 'stores'),
            },
            {
              path: paths.inbox,
              handle: says('the inbox'),
              ...screen(async () => (await import('./features/stores/inbox-page')).InboxPage, 'inbox'),
            },
            {
              path: paths.insights,
              handle: says('insights'),
              ...screen(
                async () => (await import('./features/insights/insights-page')).InsightsPage,
                'insights',
              ),
            },
            {
              path: paths.blocklist,
              handle: says('the blocklist'),
              ...screen(
                async () => (await import('./features/blocklist/blocklist-page')).BlocklistPage,
                'blocklist',
              ),
            },
            {
              path: paths.helpers,
              handle: says('helpers'),
              ...screen(async () => (await import('./features/members/members-page')).MembersPage, 'helpers'),
            },
            {
              path: paths.customDomain,
              handle: says('this page'),
              ...screen(
                async () => (await import('./features/custom-domain/custom-domain-page')).CustomDomainPage,
                'customDomain',
              ),
            },
            {
              path: paths.livePage,
              handle: says('this page'),
              ...screen(
                async () => (await import('./features/live-page/live-page-editor')).LivePageEditor,
                'livePage',
              ),
            },
            {
              path: paths.admin,
              handle: says('admin logs'),
              ...screen(
                async () => (await import('./features/activity-log/activity-log-page')).ActivityLogPage,
                'activityLog',
              ),
            },
            {
              path: paths.health,
              handle: says('health'),
              ...screen(async () => (await import('./features/health/health-page')).HealthPage, 'health'),
            },
            {
              path: paths.settings,
              handle: says('settings'),
              ...screen(
                async () => (await import('./features/settings/settings-page')).SettingsPage,
                'settings',
              ),
            },
            ...movedOut.map(([slug, to]) => moved(slug, to)),
          ]),
        },
        { path: '*', Component: NotFoundPage },
      ],
    },
  ];
  const router = createBrowserRouter(routes);
  return router;
}

/** Keeps the shell when a screen throws. */
function withinShell(screens: RouteObject[]): RouteObject[] {
  return screens.map((screen) => ({ ...screen, ErrorBoundary: BrokenScreen }) as RouteObject);
}
