import { test as base, type Locator, type Page } from '@playwright/test';
import { App, type Settings } from './app';
import { Guard } from './guard';
import { Shop } from './shop';

type Options = {
  settings: Settings;
  /** `demo`: the shop of `boostdesk demo`, one for all tests of a worker. `fresh`: a process of this test's own. */
  place: 'fresh' | 'demo';
  /** The browser starts with a session of the owner's. */
  signedIn: boolean;
};

type Fixtures = {
  app: App;
  /** The owner, by API. */
  shop: Shop;
  guard: Guard;
};

type WorkerFixtures = { demo: () => Promise<App> };

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  settings: [{}, { option: true }],
  place: ['fresh', { option: true }],
  signedIn: [false, { option: true }],

  demo: [
    async ({}, provide) => {
      let started: Promise<App> | undefined;
      await provide(() => (started ??= App.start({}, 'demo')));
      await (await started)?.stop();
    },
    { scope: 'worker' },
  ],

  app: async ({ settings, place, demo }, provide) => {
    if (place === 'demo') return provide(await demo());
    const app = await App.start(settings);
    await provide(app);
    return app.stop();
  },

  shop: async ({ app }, provide) => provide(await Shop.signIn(app)),

  baseURL: async ({ app }, provide) => provide(app.origin),

  storageState: async ({ app, signedIn }, provide) => {
    if (!signedIn) return provide(undefined);
    const { token } = await Shop.signIn(app);
    const localStorage = [{ name: 'token', value: token }];
    return provide({ cookies: [], origins: [{ origin: app.origin, localStorage }] });
  },

  guard: [
    async ({ context, app }, provide) => {
      const guard = new Guard(context, app.origin);
      await provide(guard);
      guard.check();
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByLabel('Notifications').locator('> *').filter({ hasText: text });

export const stat = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true }).locator('p').first();
