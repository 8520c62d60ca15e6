import { test as base, type Page } from '@playwright/test';
import { App, type Settings } from './app';
import { Guard } from './guard';
import { aSeller, browserOf } from './people';
import { Shop } from './shop';

/**
 * `fresh`: a process of this test's own. `shared`: one for all tests of a worker that leave nothing behind but sessions.
 * `demo`: the shop of `boostdesk demo`, likewise.
 */
export type Place = 'fresh' | 'shared' | 'demo';
export type SignedInAs = 'nobody' | 'owner' | 'seller';

type Options = {
  settings: Settings;
  place: Place;
  /** Whose session the browser starts with: the owner is an admin, a seller is not. */
  signedInAs: SignedInAs;
  /** Whether what lies behind a dialog is blurred: without a graphics card, that is half of what drawing costs. */
  blurs: boolean;
};

type Fixtures = {
  app: App;
  /** The owner, by API. */
  shop: Shop;
  /** Whose session the browser has, by API; undefined for nobody. */
  person: Shop | undefined;
  guard: Guard;
  whereItFailed: void;
};

type WorkerFixtures = { shared: () => Promise<App>; demo: () => Promise<App> };

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  settings: [{}, { option: true }],
  place: ['fresh', { option: true }],
  signedInAs: ['nobody', { option: true }],
  blurs: [false, { option: true }],

  shared: [({}, provide) => startedOnce('serve', provide), { scope: 'worker' }],
  demo: [({}, provide) => startedOnce('demo', provide), { scope: 'worker' }],

  app: async ({ settings, place, shared, demo }, provide) => {
    if (place === 'demo') return provide(await demo());
    if (place === 'shared') return provide(await shared());
    const app = await App.start(settings);
    await provide(app);
    return app.stop();
  },

  shop: async ({ app }, provide) => provide(await Shop.signIn(app)),

  person: async ({ app, signedInAs }, provide) =>
    provide(
      signedInAs === 'nobody' ? undefined : await (signedInAs === 'seller' ? aSeller(app) : Shop.signIn(app)),
    ),

  baseURL: async ({ app }, provide) => provide(app.origin),

  storageState: async ({ app, person }, provide) => provide(person && browserOf(app, person)),

  context: async ({ context, blurs }, provide) => {
    if (!blurs) await context.addInitScript(blurNothing);
    return provide(context);
  },

  guard: [
    async ({ context, app }, provide) => {
      const guard = new Guard(context, app.origin);
      await provide(guard);
      guard.check();
    },
    { auto: true },
  ],

  whereItFailed: [
    async ({ context }, provide, testInfo) => {
      await provide();
      if (testInfo.errors.length === 0) return;
      for (const page of context.pages()) await testInfo.attach('page', { body: await placeOf(page) });
    },
    { auto: true },
  ],
});

/** In the few characters of an attachment that a report prints; its pictures stay on the machine that ran the test. */
const placeOf = (page: Page) =>
  page
    .evaluate(() => {
      const focused = document.activeElement?.cloneNode() as Element | undefined;
      const open = [...document.querySelectorAll<HTMLElement>('dialog[open]')].map((one) => one.innerText);
      return [location.href, `focus: ${focused?.outerHTML.slice(0, 90)}`, `dialogs: ${open.join(' / ')}`];
    })
    .then((lines) => lines.join('\n'), String);

function blurNothing() {
  // Leaves customers' pages and a seller's own page in a frame as they are.
  if (window !== window.top || !location.pathname.startsWith('/dashboard')) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::backdrop { backdrop-filter: none !important }');
  document.adoptedStyleSheets = [sheet];
}

/** Provides a process that starts on first use. */
async function startedOnce(command: 'serve' | 'demo', provide: (start: () => Promise<App>) => Promise<void>) {
  let started: Promise<App> | undefined;
  await provide(() => (started ??= App.start({}, command)));
  await (await started)?.stop();
}

export { expect } from '@playwright/test';

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };
