import type { Page } from '@playwright/test';
import { stopClock } from './support/clock';
import { homeIsThere, stat } from './support/dashboard';
import { codeField } from './support/login';
import { hold, requestsTo, waitPatiently } from './support/network';
import { dressed, paths, redeemButton } from './support/public';
import { expect, phone, test } from './support/test';
import { weigh, type Weight } from './support/weight';

/** Limits how much a page loads on a first visit. */
async function expectLight(page: Page, weight: () => Weight, most: { requests: number; kibibytes: number }) {
  await page.evaluate(() => document.fonts.ready);
  const { requests, kibibytes } = weight();
  expect(kibibytes, requests.join('\n')).toBeLessThanOrEqual(most.kibibytes);
  expect(kibibytes, 'it is weighed at all').toBeGreaterThan(1);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(most.requests);
}

const customers = { requests: 4, kibibytes: 28 };

test('customer pages stay within their limits of requests and size on a first visit', async ({
  browser,
  app,
  shop,
}) => {
  await shop.storefront(dressed);
  await shop.stock(3);
  const order = await shop.order();
  const pages: [string, (page: Page) => Promise<void>][] = [
    [paths.stock(), (page) => expect(page.getByText(/^Updated .* ago|just now$/)).toBeVisible()],
    [paths.redeem(), (page) => expect(redeemButton(page)).toBeVisible()],
    [paths.order(order), (page) => expect(page.getByText(order, { exact: true })).toBeVisible()],
  ];
  for (const [path, isThere] of pages) {
    const context = await browser.newContext({ baseURL: app.origin });
    const page = await context.newPage();
    // Refetches are not weighed.
    await stopClock(page);
    const weight = await weigh(page);
    await page.goto(path);
    await isThere(page);
    await expectLight(page, weight, customers);
    await context.close();
  }
});

test('the login page stays within its limits of requests and size on a first visit', async ({ page }) => {
  const weight = await weigh(page);
  await page.goto('/');
  await expect(codeField(page)).toBeFocused();
  await expectLight(page, weight, { requests: 5, kibibytes: 40 });
});

test.describe('for a user who is signed in', () => {
  test.use({ signedInAs: 'owner' });

  test.beforeEach(({ page }) => waitPatiently(page));

  const course = (page: Page) => page.getByRole('region', { name: 'Last 14 days' });
  const chart = (page: Page) => course(page).locator('svg').nth(1);

  async function openHome(page: Page) {
    await page.goto('/dashboard');
    await homeIsThere(page);
  }

  test('Home stays within its limits of requests and size on a first visit', async ({ page }) => {
    const weight = await weigh(page);
    await openHome(page);
    // React, its router and its queries alone are 88 KiB; four of the requests are for data, one for what it is painted with.
    await expectLight(page, weight, { requests: 9, kibibytes: 134 });
  });

  test('Home sends the same four API requests for a seller with two storefronts', async ({ page, shop }) => {
    await shop.storefront();
    await shop.storefront({ guildId: '112233445566778900', name: 'Luna Boosts' });
    const asked = requestsTo(page, /\/api\//);
    const weight = await weigh(page);
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Get ready to sell' })).toBeVisible();
    // The checklist comes in a file of its own.
    await expectLight(page, weight, { requests: 10, kibibytes: 136 });
    expect(asked.map((request) => new URL(request.url()).pathname).sort()).toEqual([
      '/api/dashboard/events',
      '/api/dashboard/fetch-dashboard-data',
      '/api/dashboard/home',
      '/api/user/me',
    ]);
  });

  test('Home loads the chart code once when there is an order to draw', async ({ page, shop }) => {
    await shop.storefront();
    await shop.order();
    const asked = requestsTo(page, /chart/);
    await page.goto('/dashboard');
    await expect(chart(page)).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  test('Home sends its API requests before its code has loaded, and each only once', async ({ page }) => {
    const run = await hold(page, '**/assets/shell-*.js');
    const asked = requestsTo(page, /\/api\//);
    const [, data] = await Promise.all([
      page.goto('/dashboard', { waitUntil: 'commit' }),
      page.waitForResponse('**/api/dashboard/fetch-dashboard-data'),
    ]);
    expect(data.ok()).toBe(true);
    run();
    await homeIsThere(page);
    const addresses = asked.map((request) => request.url());
    expect(addresses).toEqual([...new Set(addresses)]);
  });

  test('Home shows no loading state for data that arrived before its code', async ({ page }) => {
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      const look = () => {
        for (const { textContent } of document.querySelectorAll('[role=status], h2'))
          seen.add(textContent.trim());
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    const run = await hold(page, '**/assets/shell-*.js');
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.waitForFunction(() => window.askedEarly?.isHere);
    // The document has painted it.
    await expect(stat(page, 'Total Orders')).toHaveText('0');
    run();
    await homeIsThere(page);
    const seen = await page.evaluate(() => [...(Reflect.get(window, 'seen') as Set<string>)]);
    expect(seen).toContain('Recent Activity');
    expect(seen.filter((text) => text.startsWith('Loading'))).toEqual([]);
  });

  test('Home sends no request twice when the event stream opens late', async ({ page }) => {
    const hear = await hold(page, '**/api/dashboard/events');
    const asked = requestsTo(page, /\/api\//);
    const known = page.waitForResponse('**/api/user/me');
    await page.goto('/dashboard');
    await known;
    hear();
    await homeIsThere(page);
    const addresses = asked.map((request) => request.url());
    expect(addresses).toEqual([...new Set(addresses)]);
  });

  for (const [screen, viewport] of [
    ['a phone', { width: 390, height: 844 }],
    ['a desktop', { width: 1280, height: 800 }],
  ] as const) {
    test(`Home on ${screen} is drawn before its code has loaded, and nothing moves afterwards`, async ({
      page,
      shop,
    }) => {
      await page.setViewportSize(viewport);
      await shop.storefront();
      await shop.stock(2000);
      await shop.order();
      const run = await hold(page, '**/assets/shell-*.js');
      await page.goto('/dashboard', { waitUntil: 'commit' });
      const activity = page.getByRole('region', { name: 'Recent Activity' });
      await expect(stat(page, 'New Orders')).toHaveText(/^1/);
      await expect(page.getByText('1 order waits for you')).toBeVisible();
      await expect(activity.getByRole('listitem').first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      // Everything but the chart, which is drawn once its width is known, and ages, which change.
      const stands = () =>
        page
          .locator('#root :is(h1, h2, p, a, aside, header, li > span)')
          .evaluateAll((all) =>
            all.map((element) => `${element.textContent} ${JSON.stringify(element.getBoundingClientRect())}`),
          );
      const painted = await stands();
      run();
      await expect(chart(page)).toBeVisible();
      expect(await stands()).toEqual(painted);
    });
  }

  test('Home keeps scroll position and focus when its code takes over', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 500 });
    const run = await hold(page, '**/assets/shell-*.js');
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expect(stat(page, 'Total Orders')).toHaveText('0');
    await page.getByRole('button', { name: 'Open menu' }).focus();
    await page.mouse.wheel(0, 200);
    await page.waitForFunction(() => scrollY === 200);
    run();
    await expect(course(page)).toContainText('No data yet');
    expect(await page.evaluate(() => scrollY)).toBe(200);
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  });

  test.describe('on a phone', () => {
    test.use({ viewport: phone });

    const opener = (page: Page) => page.getByRole('button', { name: 'Open menu' });

    /** The names of the controls that are clicked from now on. */
    const clicks = (page: Page) =>
      page.evaluateHandle(() => {
        const heard: string[] = [];
        addEventListener(
          'click',
          ({ target }) => heard.push((target as Element).closest('button')!.ariaLabel!),
          true,
        );
        return heard;
      });

    /** Presses the button on the painted Home, and holds it until the script has drawn another. Returns what is clicked then. */
    async function pressUntilItRuns(page: Page) {
      const run = await hold(page, '**/assets/shell-*.js');
      await page.goto('/dashboard', { waitUntil: 'commit' });
      await opener(page).hover();
      await page.mouse.down();
      run();
      await homeIsThere(page);
      return clicks(page);
    }

    /** Closes and opens the menu: nothing but that is clicked. */
    async function reopen(page: Page) {
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await menu.getByRole('button', { name: 'Close menu' }).click();
      await expect(menu).toHaveCount(0);
      await opener(page).click();
      await expect(menu).toBeVisible();
    }

    test('a click on Home before its code has loaded takes effect once it has', async ({ page }) => {
      const run = await hold(page, '**/assets/shell-*.js');
      await page.goto('/dashboard', { waitUntil: 'commit' });
      await opener(page).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      run();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      const clicked = await clicks(page);
      await reopen(page);
      expect(await clicked.jsonValue()).toEqual(['Close menu', 'Open menu']);
    });

    test('a press on Home that its code comes into takes effect once', async ({ page }) => {
      const clicked = await pressUntilItRuns(page);
      await page.mouse.up();
      await reopen(page);
      expect(await clicked.jsonValue()).toEqual(['Open menu', 'Close menu', 'Open menu']);
    });

    test('a press on Home that its code comes into has no effect when it is let go elsewhere', async ({
      page,
    }) => {
      const clicked = await pressUntilItRuns(page);
      await page.mouse.move(200, 100);
      await page.mouse.up();
      await opener(page).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      expect(await clicked.jsonValue()).toEqual(['Open menu']);
    });
  });

  test('the chosen theme applies before the code has loaded', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.addInitScript(() => localStorage.setItem('theme', 'light'));
    await hold(page, '**/assets/shell-*.js');
    await page.goto('/dashboard/orders', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(251, 248, 250)');
  });

  test('a second visit requests only the document and API data', async ({ page }) => {
    await openHome(page);
    const weight = await weigh(page);
    await page.goto('about:blank');
    await openHome(page);
    const notData = () => weight().requests.filter((path) => !path.startsWith('/api/'));
    // Whether a file came from the cache is known only after it was asked for.
    await expect.poll(notData).toEqual(['/dashboard']);
  });
});
