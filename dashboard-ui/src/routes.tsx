import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { LoginPage } from './features/auth/login-page';
import type { ScreenHandle } from './features/auth/require-user';
import { BrokenPage } from './features/shell/broken-page';
import { settingsTabs } from './features/settings/tabs';
import { NotFoundPage } from './features/shell/not-found-page';
import { paths } from './paths';
import { LoadingScreen } from './ui/spinner';

const says = (access: string, loading?: string): ScreenHandle => ({ access, loading });

/** The whole URL table of the dashboard. Customers' pages are an application of their own. */
const routes: RouteObject[] = [
  {
    ErrorBoundary: BrokenPage,
    HydrateFallback: LoadingScreen,
    children: [
      { path: paths.login, Component: LoginPage },
      {
        lazy: async () => ({ Component: (await import('./features/shell/shell')).Shell }),
        children: [
          {
            path: paths.home,
            handle: says('the dashboard', 'Loading your dashboard...'),
            lazy: async () => ({ Component: (await import('./features/home/home-page')).HomePage }),
          },
          {
            path: paths.orders,
            handle: says('orders'),
            lazy: async () => ({ Component: (await import('./features/orders/orders-page')).OrdersPage }),
          },
          {
            path: paths.suggestions,
            handle: says('suggestions'),
            lazy: async () => ({
              Component: (await import('./features/feedback/suggestions/suggestions-page')).SuggestionsPage,
            }),
          },
          {
            path: paths.bugReports,
            handle: says('bug reports'),
            lazy: async () => ({
              Component: (await import('./features/feedback/bug-reports/bug-reports-page')).BugReportsPage,
            }),
          },
          {
            path: paths.chat,
            handle: says('the chat'),
            lazy: async () => ({ Component: (await import('./features/chat/chat-page')).ChatPage }),
          },
          {
            path: paths.customDomain,
            handle: says('this page'),
            lazy: async () => ({
              Component: (await import('./features/custom-domain/custom-domain-page')).CustomDomainPage,
            }),
          },
          {
            path: paths.livePage,
            handle: says('this page'),
            lazy: async () => ({
              Component: (await import('./features/live-page/live-page-editor')).LivePageEditor,
            }),
          },
          {
            path: paths.admin,
            handle: says('admin logs'),
            lazy: async () => ({
              Component: (await import('./features/activity-log/activity-log-page')).ActivityLogPage,
            }),
          },
          {
            path: paths.settings,
            handle: says('settings'),
            lazy: async () => ({
              Component: (await import('./features/settings/settings-layout')).SettingsLayout,
            }),
            children: [
              {
                index: true,
                Component: LoadingScreen,
                loader: () => redirect(paths.settingsTab(settingsTabs[0]!.slug)),
              },
              ...settingsTabs.map(({ slug, load }) => ({
                path: slug,
                lazy: async () => ({ Component: await load() }),
              })),
            ],
          },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
