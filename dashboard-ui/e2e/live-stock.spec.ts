import type { Page } from '@playwright/test';
import { idle, stopClock } from './support/clock';
import { moved } from './support/look';
import { cut, hold, refuse, requestsTo } from './support/network';
import {
  dressed,
  errorCard,
  expectOutside,
  footer,
  oops,
  paths,
  shapes,
  withoutData,
} from './support/public';
import { guild } from './support/shop';
import { expect, test } from './support/test';

const missing = 'Live stock data not found for this Guild ID.';

const section = (page: Page, name: string) => page.getByRole('region', { name });
const counts = (page: Page, name: string) => section(page, name).getByRole('definition');

for (const shape of shapes) {
  test(`the live stock page has its counts and links under the ${shape} path`, async ({ page, shop }) => {
    await shop.storefront(dressed);
    await shop.stock(1234);
    await shop.stock(3, 'ThreeMonthTokens.txt');
    await page.goto(paths.stock(shape));
    await expect(page).toHaveTitle('Live Stock · Nova Boosts');
    await expect(page.getByText('Nova Boosts', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Live Stock' })).toBeVisible();
    await expect(counts(page, '1 Month Stock')).toHaveText(['1,234', '2,468']);
    await expect(counts(page, '3 Month Stock')).toHaveText(['3', '6']);
    await expect(section(page, '1 Month Stock').getByRole('term')).toHaveText([
      'Premium tokens',
      'Server boosts',
    ]);
    await expectOutside(page.getByRole('link', { name: 'Visit Store' }), dressed.storeLink);
    await expectOutside(page.getByRole('link', { name: 'Community' }), dressed.discordLink);
    await expect(footer(page)).toHaveText(dressed.embedFooter);
  });
}

test('the live stock page has no links and no footer if the seller has set none', async ({ page, shop }) => {
  await shop.storefront();
  await page.goto(paths.stock());
  await expect(counts(page, '1 Month Stock')).toHaveText(['0', '0']);
  await expect(page.getByRole('link')).toHaveCount(0);
  await expect(footer(page)).toHaveCount(0);
});

test('the live stock page refreshes its counts every ten seconds', async ({ page, shop }) => {
  await shop.storefront();
  await shop.stock(5);
  await stopClock(page);
  const asked = requestsTo(page, /\/live-stock/);
  await page.goto(paths.stock());
  await expect(counts(page, '1 Month Stock')).toHaveText(['5', '10']);
  expect(asked).toHaveLength(1);
  await shop.stock(2);
  await idle(page);
  await page.clock.runFor(9999);
  expect(asked).toHaveLength(1);
  await expect(counts(page, '1 Month Stock')).toHaveText(['5', '10']);
  const answered = page.waitForResponse('**/api/fetch/*/live-stock');
  await page.clock.runFor(1);
  await answered;
  expect(asked).toHaveLength(2);
  await expect(counts(page, '1 Month Stock')).toHaveText([/^7/, /^14/]);

  for (const total of [3, 4]) {
    const next = page.waitForResponse('**/api/fetch/*/live-stock');
    await expect(page.getByText('Updated just now')).toBeVisible();
    await idle(page);
    await page.clock.runFor(10_000);
    await next;
    expect(asked).toHaveLength(total);
  }
});

test('the live stock page refreshes at once when reached by the back button', async ({ page, shop }) => {
  await shop.storefront();
  await shop.stock(5);
  await page.goto(paths.stock());
  await expect(counts(page, '1 Month Stock')).toHaveText(['5', '10']);
  await page.goto(paths.redeem());
  await shop.stock(2);
  await page.goBack();
  await expect(counts(page, '1 Month Stock')).toHaveText([/^7/, /^14/]);
  const askedAt = await page.evaluate(
    () =>
      performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/fetch/'))!.startTime,
  );
  expect(askedAt).toBeLessThan(10_000);
});

test('the live stock page says when the shop is closed while it is open', async ({ page, shop, guard }) => {
  guard.allow(/status of 410/, /^error: This shop is closed\. /);
  await shop.storefront();
  await stopClock(page);
  await page.goto(paths.stock());
  await expect(counts(page, '1 Month Stock')).toHaveText(['0', '0']);
  await shop.call('DELETE', `/api/storefronts/${guild}`);
  await idle(page);
  await page.clock.runFor(10_000);
  await expect(errorCard(page)).toContainText('This shop is closed.');
});

test('the live stock page says how old its counts are, and animates only transforms', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  await stopClock(page);
  await page.goto(paths.stock());
  await expect(page.getByText('Updated just now')).toBeVisible();
  await idle(page);
  await page.clock.runFor(4000);
  await expect(page.getByText('Updated 4 s ago')).toBeVisible();
  expect(await moved(page.locator('html'))).toEqual(['transform']);
});

test('the second half of the refresh ring is hidden for the first half of the time', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  await page.goto(paths.stock());
  const after = (ms: number) =>
    page
      .locator('.refresh-half')
      .last()
      .evaluate((half, at) => {
        for (const turn of half.getAnimations({ subtree: true })) turn.currentTime = at;
        return getComputedStyle(half, '::before').transform;
      }, ms);
  expect(await after(4900)).toBe('matrix(0, 0, 0, 0, 0, 0)');
  expect(await after(10_000)).toBe('matrix(1, 0, 0, 1, 0, 0)');
});

for (const shape of shapes) {
  test(`the live stock page of an unknown guild shows an error under the ${shape} path`, async ({
    page,
    guard,
  }) => {
    guard.allow(/status of 404/, /^error: Live stock data not found for this Guild ID\. /);
    const logged = page.waitForEvent('console', (entry) => entry.text() === missing);
    const answer = await page.goto(paths.stock(shape));
    expect(answer!.status()).toBe(404);
    await expect(errorCard(page).getByRole('heading', { name: oops })).toBeVisible();
    await expect(errorCard(page)).toContainText(missing);
    await logged;
    const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
    await page.getByRole('button', { name: 'Retry' }).click();
    await reloaded;
  });
}

test('the live stock page shows a loading state until its counts arrive', async ({ page, shop }) => {
  await shop.storefront();
  await shop.stock(5);
  await withoutData(page, paths.stock());
  const release = await hold(page, '**/api/fetch/**');
  await page.goto(paths.stock());
  await expect(page.getByRole('status')).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  release();
  await expect(counts(page, '1 Month Stock')).toHaveText(['5', '10']);
});

for (const [what, fail, said] of [
  [
    'a server error',
    (page) => refuse(page, '**/api/fetch/**', { status: 500 }),
    'An error occurred while fetching the live stock data.',
  ],
  ['a lost connection', (page) => cut(page, '**/api/fetch/**'), 'An unexpected error occurred.'],
] as [string, (page: Page) => Promise<unknown>, string][]) {
  test(`the live stock page shows the usual error card for ${what}, and logs the cause`, async ({
    page,
    shop,
    guard,
  }) => {
    guard.allow(/./);
    const logged = page.waitForEvent('console', (entry) => entry.text() === said);
    await shop.storefront();
    await withoutData(page, paths.stock());
    await fail(page);
    await page.goto(paths.stock());
    await expect(errorCard(page)).toContainText(oops);
    await expect(errorCard(page)).toContainText(missing);
    await logged;
  });
}
