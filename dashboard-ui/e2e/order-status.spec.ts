import type { Page } from '@playwright/test';
import { idle, stopClock } from './support/clock';
import { clipboard } from './support/controls';
import { expectColour, expectNoSidewaysScroll, tokenColour } from './support/look';
import { cut, hold, requestsTo } from './support/network';
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
import { expect, phone, test } from './support/test';

declare global {
  interface Window {
    /** The layout shifts of the page. */
    moved: number[];
  }
}

const noOrder =
  "We couldn't find the order with the provided Order ID. Please make sure the Order ID is correct or try again later.";

const rows = (page: Page) => page.getByRole('definition');

for (const shape of shapes) {
  test(`the order status page has its rows, colours and links under the ${shape} path`, async ({
    page,
    shop,
  }) => {
    await shop.storefront(dressed);
    const id = await shop.order({
      amount: 10,
      stock: 'ThreeMonthTokens.txt',
      deliver: { ok: 3, failed: 2 },
    });
    const { guildId } = await shop.readOrder(id);
    const asked = requestsTo(page, /\/api\/fetch\//);
    const answer = await page.goto(paths.order(id, shape));
    expect(answer!.status()).toBe(200);
    await expect(page).toHaveTitle('Order Status · Nova Boosts');
    await expect(page.getByText('Nova Boosts', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Order Status' })).toBeVisible();
    await expect(page.getByRole('term')).toHaveText([
      'Order ID',
      'Guild ID',
      'Amount',
      'Type',
      'Successful tokens',
      'Failed tokens',
    ]);
    await expect(rows(page)).toHaveText([id, guildId, '10', 'Three Month Tokens', '3', '2']);
    await expect(page.getByRole('status').first()).toContainText(
      '6 of 10 boosts delivered, 4 could not be delivered.',
    );
    await expect(page.getByText('Partial', { exact: true })).toBeVisible();
    await expect(page.getByText(/contact the store/)).toBeVisible();
    await expectColour(rows(page).nth(4), '--green');
    await expectColour(rows(page).nth(5), '--red');
    await expectColour(page.getByRole('heading', { name: 'Order Status' }), '--accent-text');
    expect(await tokenColour(page, '--accent')).toBe('rgb(255, 212, 0)');
    await expectOutside(page.getByRole('link', { name: 'Join Server' }), 'https://discord.gg/lofi-lounge');
    await expectOutside(page.getByRole('link', { name: 'Visit Store' }), dressed.storeLink);
    await expectOutside(page.getByRole('link', { name: 'Community' }), dressed.discordLink);
    await expect(footer(page)).toHaveText(dressed.embedFooter);
    // The data came with the page.
    expect(asked).toEqual([]);
  });
}

test('the order status page has no footer and links that the seller has not set', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ deliver: { ok: 1 }, discordInvite: 'https://discord.gg/tea-house' });
  await page.goto(paths.order(id));
  await expectOutside(page.getByRole('link'), 'https://discord.gg/tea-house');
  await expect(footer(page)).toHaveCount(0);
});

test('the order status page copies the order id', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order();
  await page.goto(paths.order(id));
  await page.getByRole('button', { name: 'Copy Order ID' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  await expect.poll(() => clipboard(page)).toBe(id);
});

test('the order status page follows an order until it is done', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ amount: 4 });
  await page.clock.install();
  await page.goto(paths.order(id));
  await expect(page.getByText('Processing')).toBeVisible();
  await expect(page.getByText('Your 4 boosts are on their way.')).toBeVisible();
  await expect(page.getByText('This page updates by itself.')).toBeVisible();
  const step = page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]');
  await expect(step).toHaveText('Delivering');
  await expect(rows(page).nth(4)).toHaveText('0');
  await shop.deliver(id, { ok: 1 });
  await page.clock.fastForward(3000);
  await expect(rows(page).nth(4)).toHaveText('1');
  await expect(page.getByText('2 of 4 boosts delivered, 2 on the way.')).toBeVisible();
  await expect(page.getByText('Processing')).toBeVisible();
  await shop.deliver(id, { failed: 1 });
  await page.clock.fastForward(3000);
  await expect(page.getByText('Delivery finished')).toBeAttached();
  await expect(page.getByText('Processing')).toHaveCount(0);
  await expect(rows(page).nth(5)).toHaveText('1');
  await expect(step).toHaveText('Done');
});

test('the order status page says when it cannot be refreshed, until it can', async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/net::ERR_/);
  await shop.storefront();
  const id = await shop.order({ amount: 4 });
  await page.clock.install();
  await page.goto(paths.order(id));
  const note = page.getByRole('status').filter({ hasText: /updates by itself|could not be refreshed/ });
  await expect(note).toHaveText('This page updates by itself.');
  const mend = await cut(page, '**/api/fetch/**');
  await page.clock.fastForward(3000);
  await expect(note).toHaveText('The order could not be refreshed. Trying again...');
  await expectColour(note, '--amber');
  await expect(page.getByText('Your 4 boosts are on their way.')).toBeVisible();
  await mend();
  await page.clock.fastForward(3000);
  await expect(note).toHaveText('This page updates by itself.');
  await expectColour(note, '--fg2');
});

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('the order status page shows all steps without sideways scroll', async ({ page, shop }) => {
    await shop.storefront();
    await page.goto(paths.order(await shop.order()));
    const steps = page.getByRole('list', { name: 'Steps' });
    await expect(steps).toHaveText('Redeemed (finished)DeliveringDone');
    await page.evaluate(() => document.fonts.ready);
    expect(await steps.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    await expectNoSidewaysScroll(page);
  });
});

test.describe('with automatic replacements', () => {
  test.use({ settings: { 'delivery.max_replacements': '1' } });

  test('the order status page says that more boosts are being retried', async ({ page, shop }) => {
    await shop.storefront();
    await shop.stock(1);
    const id = await shop.order({ amount: 8, deliver: { ok: 3, failed: 1 } });
    await page.goto(paths.order(id));
    await expect(page.getByText('6 of 8 boosts delivered, more being retried.')).toBeVisible();
  });
});

test('the order status page is printed black on white, without links and buttons', async ({ page, shop }) => {
  await shop.storefront(dressed);
  const id = await shop.order({ deliver: { ok: 1 } });
  await page.goto(paths.order(id));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('All 2 boosts are delivered.')).toBeVisible();
  await expect(rows(page).first()).toHaveText(id);
  await expect(page.getByRole('link', { name: 'Visit Store' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Copy Order ID' })).toBeHidden();
  for (const text of [page.getByRole('heading'), rows(page).nth(4), rows(page).first()]) {
    await expect(text).toHaveCSS('color', 'rgb(0, 0, 0)');
  }
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('the order status page of an order that is done sends no requests', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ deliver: { ok: 1 } });
  await stopClock(page);
  const asked = requestsTo(page, /\/api\/fetch\//);
  await page.goto(paths.order(id));
  await expect(page.getByText('Delivery finished')).toBeAttached();
  await idle(page);
  await page.clock.runFor(60_000);
  await idle(page);
  expect(asked).toEqual([]);
});

for (const shape of shapes) {
  test(`the order status page of an unknown order shows an error under the ${shape} path`, async ({
    page,
    shop,
    guard,
  }) => {
    guard.allow(/status of 404/, /^error: Order Status not found for this Guild ID\. /);
    await shop.storefront(dressed);
    const logged = page.waitForEvent(
      'console',
      (entry) => entry.text() === 'Order Status not found for this Guild ID.',
    );
    const answer = await page.goto(paths.order('NOSUC-HORDE-RNOSU-CHORD', shape));
    expect(answer!.status()).toBe(404);
    await expect(errorCard(page).getByRole('heading', { name: oops })).toBeVisible();
    await expect(errorCard(page).getByText(noOrder, { exact: true })).toBeVisible();
    await logged;
    const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
    await page.getByRole('button', { name: 'Retry' }).click();
    expect(new URL((await reloaded).url()).pathname).toBe(paths.order('NOSUC-HORDE-RNOSU-CHORD', shape));
  });
}

test('the order status page finds no order under another guild id', async ({ page, shop, guard }) => {
  guard.allow(/status of 404/, /Order Status not found for this Guild ID\./);
  await shop.storefront();
  const id = await shop.order();
  await page.goto(`/api/998877665544332211/order/${id}/status`);
  await expect(errorCard(page)).toContainText(oops);
});

test('the order status page shows a loading state until the order arrives', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ deliver: { ok: 1 } });
  await withoutData(page, paths.order(id));
  const release = await hold(page, '**/api/fetch/**');
  await page.goto(paths.order(id));
  await expect(page.getByRole('status')).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { name: 'Order Status' })).toBeVisible();
});

test('nothing on the order status page moves when its font comes late', async ({ page, shop }) => {
  await page.setViewportSize(phone);
  await shop.storefront(dressed);
  const id = await shop.order();
  const fontsCome = await hold(page, '**/*.woff2');
  await page.addInitScript(() => {
    const moved = (window.moved = [] as number[]);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        moved.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(paths.order(id), { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { name: 'Order Status' })).toBeVisible();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  fontsCome();
  await page.waitForFunction(() => document.fonts.check('600 26px "Geist Variable"'));
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  const sum = await page.evaluate(() => window.moved.reduce((sum, value) => sum + value, 0));
  expect(sum).toBeLessThan(0.05);
});
