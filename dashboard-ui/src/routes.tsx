import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createBrowserRouter, redirect, type LoaderFunction, type RouteObject } from 'react-router';
import { LoginPage } from './features/auth/login-page';
import type { ScreenHandle } from './features/auth/require-user';
import { settingsTabs, type SettingsTab } from './features/settings/tabs';
import { BrokenPage } from './features/shell/broken-page';
import { NotFoundPage } from './features/shell/not-found-page';
import { createLoaders } from './loaders';
import { paths } from './paths';
import { LoadingScreen } from './ui/spinner';

/** A screen's code and what it asks for first are on their way together. Once it stands, it asks by itself. */
function screen(component: () => Promise<ComponentType>, loader?: LoaderFunction) {
  return { lazy: { Component: component }, loader, shouldRevalidate: () => false };
}

const says = (access: string, loading?: string): ScreenHandle => ({ access, loading });

/** The whole URL table of the dashboard. Customers' pages are an application of their own. */
export function createRouter(queries: QueryClient, chatHost: string) {
  const data = createLoaders(queries, chatHost);
  const tabs: Record<SettingsTab, RouteObject> = {
    general: screen(async () => (await import('./features/settings/general-page')).GeneralPage, data.general),
    storefront: screen(
      async () => (await import('./features/storefront/storefront-page')).StorefrontPage,
      data.storefront,
    ),
    stock: screen(async () => (await import('./features/stock/stock-page')).StockPage, data.stock),
    keys: screen(async () => (await import('./features/keys/keys-page')).KeysPage, data.keys),
    developers: screen(
      async () => (await import('./features/developers/developers-page')).DevelopersPage,
      data.developers,
    ),
  };
  const routes: RouteObject[] = [
    {
      ErrorBoundary: BrokenPage,
      HydrateFallback: LoadingScreen,
      children: [
        { path: paths.login, Component: LoginPage },
        {
          ...screen(async () => (await import('./features/shell/shell')).Shell, data.shell),
          children: [
            {
              path: paths.home,
              handle: says('the dashboard', 'Loading your dashboard...'),
              ...screen(async () => (await import('./features/home/home-page')).HomePage, data.home),
            },
            {
              path: paths.orders,
              handle: says('orders'),
              ...screen(async () => (await import('./features/orders/orders-page')).OrdersPage, data.orders),
            },
            {
              path: paths.suggestions,
              handle: says('suggestions'),
              ...screen(
                async () =>
                  (await import('./features/feedback/suggestions/suggestions-page')).SuggestionsPage,
                data.suggestions,
              ),
            },
            {
              path: paths.bugReports,
              handle: says('bug reports'),
              ...screen(
                async () => (await import('./features/feedback/bug-reports/bug-reports-page')).BugReportsPage,
                data.bugReports,
              ),
            },
            {
              path: paths.chat,
              handle: says('the chat'),
              ...screen(async () => (await import('./features/chat/chat-page')).ChatPage, data.chat),
            },
            {
              path: paths.customDomain,
              handle: says('this page'),
              ...screen(
                async () => (await import('./features/custom-domain/custom-domain-page')).CustomDomainPage,
                data.customDomain,
              ),
            },
            {
              path: paths.livePage,
              handle: says('this page'),
              ...screen(
                async () => (await import('./features/live-page/live-page-editor')).LivePageEditor,
                data.livePage,
              ),
            },
            {
              path: paths.admin,
              handle: says('admin logs'),
              ...screen(
                async () => (await import('./features/activity-log/activity-log-page')).ActivityLogPage,
                data.activityLog,
              ),
            },
            {
              path: paths.settings,
              handle: says('settings'),
              ...screen(async () => (await import('./features/settings/settings-layout')).SettingsLayout),
              children: [
                {
                  index: true,
                  Component: LoadingScreen,
                  loader: () => redirect(paths.settingsTab(settingsTabs[0]!.slug)),
                },
                ...settingsTabs.map(({ slug }) => ({ path: slug, ...tabs[slug] })),
              ],
            },
          ],
        },
        { path: '*', Component: NotFoundPage },
      ],
    },
  ];
  return createBrowserRouter(routes);
}
