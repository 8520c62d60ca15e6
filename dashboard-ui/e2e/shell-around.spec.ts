import type { Page } from '@playwright/test';
import { idle } from './support/clock';
import { homeIsThere } from './support/dashboard';
import { expectGround } from './support/look';
import { cut, hold, requestsThat } from './support/network';
import { desktop, expect, phone, test } from './support/test';

// These tests leave nothing behind but sessions.
test.use({ place: 'shared', signedInAs: 'owner' });

const strip = (page: Page) => page.getByRole('alert').filter({ hasText: 'The server cannot be reached' });
const tryNow = (page: Page) => strip(page).getByRole('button', { name: 'Try now' });
const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test.describe('while the server cannot be reached', () => {
  test('one strip says so and the sidebar stays, and the screen loads once it can', async ({
    page,
    guard,
  }) => {
    guard.allow(/net::ERR_/);
    await page.goto('/dashboard');
    await homeIsThere(page);
    await entry(page, 'Keys').click();
    await expect(heading(page, 'Keys')).toBeVisible();
    const restore = await cut(page, '**/api/**');
    await entry(page, 'Home').click();
    await entry(page, 'Orders').click();
    await expect(strip(page)).toHaveCount(1);
    await expect(heading(page, 'Orders')).toBeVisible();
    await expect(entry(page, 'Chat')).toBeVisible();
    await restore();
    // The data may already have loaded by itself.
    await tryNow(page).or(page.getByText('No orders yet')).first().click();
    await expect(strip(page)).toHaveCount(0);
    await expect(page.getByText('No orders yet')).toBeVisible();
  });

  test('a screen whose code cannot load keeps the sidebar, and opens later without a reload', async ({
    page,
    guard,
  }) => {
    guard.allow(/net::ERR_|Failed to fetch dynamically imported module|Failed to load module/);
    await page.goto('/dashboard');
    await homeIsThere(page);
    const documents = requestsThat(page, (request) => request.isNavigationRequest());
    const restore = await cut(page, /\/(api|assets)\//);
    await entry(page, 'Bugs').click();
    await expect(heading(page, 'Something went wrong')).toBeVisible();
    await expect(strip(page)).toHaveCount(1);
    await expect(entry(page, 'Bugs')).toHaveAttribute('aria-current', 'page');
    await restore();
    await tryNow(page).or(heading(page, 'Bug Reports')).first().click();
    await expect(heading(page, 'Bug Reports')).toBeVisible();
    expect(documents).toHaveLength(0);
  });
});

for (const viewport of [desktop, phone]) {
  test(`the strip stays in view and covers nothing that has the focus (${viewport.width} px)`, async ({
    page,
    guard,
  }) => {
    guard.allow(/net::ERR_/);
    await page.setViewportSize(viewport);
    await page.goto('/dashboard/settings');
    const last = page.getByRole('button', { name: 'Sign out everywhere' });
    await expect(last).toBeVisible();
    await page.context().setOffline(true);
    await expect(strip(page)).toBeVisible();
    await last.focus();
    for (let steps = 0; steps < 20; steps++) {
      await expect(strip(page)).toBeInViewport({ ratio: 1 });
      const covers = await strip(page).evaluate((strip) => {
        const focused = document.activeElement!;
        if (!focused.closest('main') || strip.contains(focused)) return false;
        return focused.getBoundingClientRect().top < strip.getBoundingClientRect().bottom;
      });
      expect(covers).toBe(false);
      await page.keyboard.press('Shift+Tab');
    }
  });
}

test('a screen that takes long to come is announced by a bar above the one that is shown', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await homeIsThere(page);
  const arrive = await hold(page, /\/assets\//);
  await entry(page, 'Bugs').click();
  const main = page.getByRole('main');
  await expect(main).toHaveAttribute('aria-busy', 'true');
  await expect(main.locator('.next-screen')).toHaveCSS('opacity', '1');
  await expect(heading(page, 'Bug Reports')).toHaveCount(0);
  arrive();
  await expect(heading(page, 'Bug Reports')).toBeVisible();
  await expect(main).not.toHaveAttribute('aria-busy');
  await expect(main.locator('.next-screen')).toHaveCount(0);
});

test.describe('after an upgrade', () => {
  const gone = (page: Page) =>
    page.route(/\/assets\/suggestions-page-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));

  test('a screen whose code is gone opens after a reload by itself', async ({ page, guard }) => {
    guard.allow(/status of 404|Failed to fetch dynamically imported module|Failed to load module/);
    await page.goto('/dashboard');
    await homeIsThere(page);
    await gone(page);
    // The reloaded page finds the new code.
    page.once('framenavigated', () => void page.unrouteAll());
    await entry(page, 'Suggestions').click();
    await expect(page).toHaveURL('/dashboard/suggestions');
    await expect(page.getByText('Community Suggestions')).toBeVisible();
  });

  test('a screen whose code stays gone reloads the page only once', async ({ page, guard }) => {
    guard.allow(/status of 404|Failed to fetch dynamically imported module|Failed to load module/);
    await page.goto('/dashboard');
    await homeIsThere(page);
    await gone(page);
    const documents = requestsThat(page, (request) => request.isNavigationRequest());
    await entry(page, 'Suggestions').click();
    await expect(heading(page, 'Something went wrong')).toBeVisible();
    await expect(entry(page, 'Home')).toBeVisible();
    expect(documents).toHaveLength(1);
  });
});

test.describe('the browser', () => {
  const ground = (page: Page) => page.locator('html');

  test('keeps the chosen theme across a reload, whatever the system prefers', async ({ page }) => {
    const [dark, light] = ['rgb(14, 10, 13)', 'rgb(251, 248, 250)'];
    await page.goto('/dashboard/settings');
    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
    await expect(ground(page)).toHaveCSS('background-color', dark);
    await page.getByText('Light', { exact: true }).click();
    await expect(ground(page)).toHaveCSS('background-color', light);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
    await expect(ground(page)).toHaveCSS('background-color', light);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByText('Dark', { exact: true }).click();
    await expect(ground(page)).toHaveCSS('background-color', dark);
    await expectGround(ground(page), '--bg');
    await page.getByText('System', { exact: true }).click();
    await expect(ground(page)).toHaveCSS('background-color', light);
  });
});

test.describe('browser notifications', () => {
  test.use({ place: 'fresh', permissions: ['notifications', 'clipboard-read', 'clipboard-write'] });

  test('are shown for new orders to deliver, but only while turned on', async ({ page, shop }) => {
    await page.addInitScript(() => {
      const told: string[] = [];
      class Told {
        static permission = 'granted';
        static requestPermission = async () => 'granted';
        constructor(title: string, { body }: { body: string }) {
          told.push(`${title}: ${body}`);
        }
      }
      Object.assign(window, { Notification: Told, told });
      // Nobody looks at the page.
      document.hasFocus = () => false;
    });
    const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
    await shop.storefront();
    await shop.order();
    await page.goto('/dashboard/settings');
    const choice = page.getByRole('checkbox', { name: /Tell me of orders to deliver/ });
    await expect(choice).not.toBeChecked();
    const looked = page.waitForResponse(/fetch-dashboard-orders/);
    await choice.check();
    await looked;
    const key = await shop.order({ amount: 4 });
    await expect.poll(told).toEqual([`Order to deliver: 4 boosts · One Month Tokens · ${key}`]);
    await choice.uncheck();
    await shop.order();
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toContainText('3 to deliver');
    await idle(page);
    expect(await told()).toHaveLength(1);
  });

  test('are shown for chat messages that mention the user, but no others, once turned on', async ({
    page,
    shop,
  }) => {
    await page.addInitScript(() => {
      const told: string[] = [];
      class Told {
        static permission = 'granted';
        static requestPermission = async () => 'granted';
        constructor(title: string, { body }: { body: string }) {
          told.push(`${title}: ${body}`);
        }
      }
      Object.assign(window, { Notification: Told, told });
      document.hasFocus = () => false;
    });
    const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
    const say = (author: string, content: string, mentions: string[] = []) =>
      shop.call('POST', '/api/chat/send', { authorId: `${author}-id`, author, content, mentions });
    const { id } = await shop.call<{ id: string }>('GET', '/api/user/me');
    await page.addInitScript(
      ([key, me]) => localStorage.setItem(key!, me!),
      [`chat.profile.${id}`, JSON.stringify({ userId: 'mika-id', username: 'mika' })],
    );
    await say('mika', 'here I am');
    await page.goto('/dashboard/settings');
    const choice = page.getByRole('checkbox', { name: /Tell me when I am mentioned/ });
    await expect(choice).not.toBeChecked();
    const looked = page.waitForResponse(/chat\/changes/);
    await choice.check();
    await looked;
    await say('tidal', 'good morning');
    await say('tidal', 'what do you say, @mika?', ['mika-id']);
    await expect.poll(told).toEqual(['tidal mentioned you: what do you say, @mika?']);
    await page.reload();
    await expect(choice).toBeChecked();
  });
});
