import type { Page } from '@playwright/test';
import type { Schema } from '../src/api/types';
import { choose } from './support/controls';
import { openListening, stat } from './support/dashboard';
import { expectColour, expectGround } from './support/look';
import { hold, refuse, requestsTo, waitPatiently } from './support/network';
import { dialog, footer, list, ordersOfEveryRate, rates, row, rows, search } from './support/orders';
import { customer, guild, type Shop } from './support/shop';
import { expect, phone, test } from './support/test';

test.use({ signedInAs: 'owner' });

test('the orders screen says when there are no orders, with zero figures', async ({ page }) => {
  await page.goto('/dashboard/orders');
  await expect(page).toHaveTitle('Orders · Boostdesk');
  await expect(list(page).getByText('No orders yet', { exact: true })).toBeVisible();
  await expect(
    list(page).getByText('Orders will appear here when customers place them', { exact: true }),
  ).toBeVisible();
  await expect(stat(page, 'Total Orders')).toHaveText('0');
  await expect(stat(page, 'Success Rate (Loaded)')).toHaveText('–');
  await expect(stat(page, 'Total Boosts (Loaded)')).toHaveText('0');
  await expect(stat(page, 'Completed (Loaded)')).toHaveText('0');
  await expect(footer(page)).toContainText('Page 1 of 1 • Loaded 0 / 0 on this page • All orders: 0');
  await expect(footer(page).getByRole('button', { name: 'Prev' })).toBeDisabled();
  await expect(footer(page).getByRole('button', { name: 'Next' })).toBeDisabled();
});

test('with a second storefront each order names its own, and the orders of one can be listed', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const novas = await shop.order();
  await page.goto('/dashboard/orders');
  await expect(row(page, novas)).toContainText('Processing');
  await expect(page.getByText('Nova Boosts')).toHaveCount(0);

  const tea = '804117263958201446';
  await shop.storefront({ guildId: tea, name: 'Tea House' });
  await shop.stock(1, 'OneMonthTokens.txt', tea);
  const wanted = { stock: 'OneMonthTokens.txt', amount: 2, count: 1 };
  const made = await shop.call<Schema<'KeysCreated'>>('POST', `/api/storefronts/${tea}/keys`, wanted);
  const teas = made.keys[0]!;
  await shop.call('POST', `/api/redeem/${tea}`, { ...customer, redeemKey: teas });
  await page.reload();
  await expect(row(page, teas)).toContainText('Tea House');
  await expect(row(page, novas)).toContainText('Nova Boosts');

  await choose(page, 'Storefront', 'Tea House');
  await expect(row(page, novas)).toHaveCount(0);
  await expect(footer(page)).toContainText('Found: 1');
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await row(page, teas).getByRole('button').click();
  await expect(dialog(page).getByText('Tea House')).toBeVisible();
});

test('the orders screen lists each order with status, figures and the colour of its rate', async ({
  page,
  shop,
}) => {
  const ids = await ordersOfEveryRate(shop);
  await page.goto('/dashboard/orders');
  await expect(rows(page)).toHaveCount(rates.length);
  await expect(page.getByText('Loaded 7 / 7 on this page')).toBeVisible();
  for (const [index, { amount, ok, percent, status, inList }] of rates.entries()) {
    const one = row(page, ids[index]!);
    await expect(one).toContainText(/[A-Z][a-z]{2} \d{1,2}, 2\d{3}, \d\d:\d\d/);
    await expect(one).toContainText(status);
    await expect(one).toContainText('One Month Tokens');
    await expect(one).toContainText('lofi-lounge');
    await expect(one).toContainText(new RegExp(`${amount}\\s*Requested`));
    await expect(one).toContainText(new RegExp(`${ok * 2}\\s*Successful`));
    await expectColour(one.getByText(percent, { exact: true }), `--${inList}`);
    const bar = one.getByRole('progressbar', { name: 'Success rate' });
    await expect(bar).toHaveAttribute('aria-valuetext', percent);
    await expectGround(bar.locator('div'), `--${inList}-fill`);
  }
  // Newest first.
  await expect(rows(page).first()).toContainText(ids.at(-1)!);

  const boosts = rates.reduce((sum, { ok }) => sum + ok * 2, 0);
  const requested = rates.reduce((sum, { amount }) => sum + amount, 0);
  await expect(stat(page, 'Total Orders')).toHaveText('7');
  await expect(stat(page, 'Success Rate (Loaded)')).toHaveText(`${((100 * boosts) / requested).toFixed(1)}%`);
  await expect(stat(page, 'Total Boosts (Loaded)')).toHaveText(String(boosts));
  await expect(stat(page, 'Completed (Loaded)')).toHaveText('1');
});

test('the status filter does not say "No matching orders" while orders are loading', async ({
  page,
  shop,
}) => {
  const ids = await ordersOfEveryRate(shop);
  const arrive = await hold(page, '**/api/dashboard/orders/*/order.json');
  await page.goto('/dashboard/orders?shown=failed');
  await expect(rows(page)).toHaveCount(rates.length);
  await expect(list(page).getByText('No matching orders')).toHaveCount(0);
  arrive();
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, ids.at(-1)!)).toContainText('Failed');
});

test('a mouse press that begins while the order is loading opens it', async ({ page, shop }) => {
  await shop.storefront();
  const orderId = await shop.order();
  const arrive = await hold(page, `**/api/dashboard/orders/${orderId}/order.json`);
  await page.goto('/dashboard/orders');
  const skeleton = row(page, orderId).locator('.skeleton').first();
  const { x, y, width, height } = (await skeleton.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  arrive();
  await expect(skeleton).toHaveCount(0);
  await page.mouse.up();
  await expect(dialog(page)).toContainText(orderId);
});

test('the orders screen shows an order that is redeemed elsewhere without a reload', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  await openListening(page, '/dashboard/orders');
  await expect(page.getByText('No orders yet')).toBeVisible();
  const id = await shop.order();
  await expect(row(page, id)).toBeVisible();
  await expect(stat(page, 'Total Orders')).toHaveText('1');
});

test('search and status filter work on the loaded page, and send no requests', async ({ page, shop }) => {
  await shop.storefront();
  const done = await shop.order({ deliver: { ok: 1 }, discordInvite: 'Tea-House' });
  const partial = await shop.order({
    amount: 4,
    deliver: { ok: 1, failed: 1 },
    stock: 'ThreeMonthTokens.txt',
  });
  const failed = await shop.order({ deliver: { failed: 1 } });
  const waiting = await shop.order();
  const byId = { done, partial, failed, waiting };
  const expectShown = async (...names: (keyof typeof byId)[]) => {
    await expect(rows(page)).toHaveCount(names.length);
    for (const name of names) await expect(row(page, byId[name])).toBeVisible();
  };
  await waitPatiently(page);
  await page.goto('/dashboard/orders');
  await expect(page.getByText('Loaded 4 / 4 on this page')).toBeVisible();
  // The count of orders to deliver is not one of them: it is fetched whenever an order changes.
  const calls = requestsTo(page, /order\.json|fetch-dashboard-orders|[?&]q=/);
  await expect(search(page)).toHaveAttribute('placeholder', 'Search in this page…');

  for (const [text, ...names] of [
    // Each finds something else than the one before it.
    [done.toLowerCase(), 'done'],
    ['threemonth', 'partial'],
    [done.slice(3, 11), 'done'],
    [guild.slice(0, 6), 'done', 'partial', 'failed', 'waiting'],
    ['tEA-hOUSE', 'done'],
    ['', 'done', 'partial', 'failed', 'waiting'],
  ] as const) {
    await search(page).fill(text);
    await expectShown(...names);
  }
  await page.getByRole('combobox', { name: 'Status' }).click();
  await expect(page.getByRole('option')).toHaveText(['All Status', 'Completed', 'Partial', 'Failed']);
  await page.keyboard.press('Escape');
  await choose(page, 'Status', 'Completed');
  await expectShown('done');
  await choose(page, 'Status', 'Partial');
  await expectShown('partial');
  await choose(page, 'Status', 'Failed');
  await expectShown('failed');

  await search(page).fill('nothing like it');
  await expect(list(page).getByText('No matching orders')).toBeVisible();
  await list(page).getByRole('button', { name: 'Clear filters' }).click();
  await expectShown('done', 'partial', 'failed', 'waiting');
  await expect(search(page)).toHaveValue('');
  expect(calls.map((call) => call.url())).toEqual([]);
});

for (const viewport of [{ width: 1280, height: 480 }, phone]) {
  test(`the footer does not cover the focused row, in a window of ${viewport.width} px`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(viewport);
    await ordersOfEveryRate(shop);
    await page.goto('/dashboard/orders');
    await expect(page.getByText('Loaded 7 / 7 on this page')).toBeVisible();
    await rows(page).first().getByRole('button').focus();
    const edge = (await footer(page).boundingBox())!.y;
    for (let index = 0; index < rates.length; index++) {
      const focused = rows(page).nth(index).getByRole('button');
      await expect(focused).toBeFocused();
      const { y, height } = (await focused.boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(edge);
      await page.keyboard.press('Tab');
    }
  });
}

test.describe('the orders screen on a phone', () => {
  test.use({ viewport: phone });

  test('has a short placeholder in its search field', async ({ page }) => {
    await page.goto('/dashboard/orders');
    const find = page.getByRole('searchbox', { name: 'Find in all orders' });
    await expect(find).toHaveAttribute('placeholder', 'Find in all orders');
  });

  test('has the chosen status in view, and marks on which sides there are more', async ({ page }) => {
    await page.goto('/dashboard/orders?status=failed');
    const statuses = page.getByRole('navigation', { name: 'Orders by status' });
    const status = (name: string) => statuses.getByRole('link', { name, exact: true });
    await expect(statuses).toHaveAttribute('data-more', 'before');
    await expect(status('Failed')).toBeInViewport({ ratio: 1 });
    await expect(status('All')).not.toBeInViewport();
    await status('To deliver').click();
    // Wait for the navigation: the click alone has scrolled the link into view.
    await expect(status('To deliver')).toHaveAttribute('aria-current', 'page');
    await expect(statuses).toHaveAttribute('data-more', 'before after');
    await page.goBack();
    await expect(status('Failed')).toBeInViewport({ ratio: 1 });
    await page.goto('/dashboard/orders');
    await expect(statuses).toHaveAttribute('data-more', 'after');
    await expect(status('All')).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

test.describe('pages of orders', () => {
  async function manyOrders(shop: Shop, count: number) {
    await shop.storefront();
    await shop.stock(count);
    for (const key of await shop.keys(count)) await shop.redeem(key);
  }

  test('have 20 orders unless another size is chosen', async ({ page, shop }) => {
    await manyOrders(shop, 23);
    await page.goto('/dashboard/orders');
    await expect(footer(page)).toContainText('Page 1 of 2 • Loaded 20 / 20 on this page • All orders: 23');
    await expect(page.getByRole('combobox', { name: 'Orders per page' })).toHaveText('20');
    await expect(stat(page, 'Total Orders')).toHaveText('23');
    const prev = footer(page).getByRole('button', { name: 'Prev' });
    const next = footer(page).getByRole('button', { name: 'Next' });
    await expect(prev).toBeDisabled();
    await next.click();
    await expect(footer(page)).toContainText('Page 2 of 2 • Loaded 3 / 3 on this page • All orders: 23');
    await expect(rows(page)).toHaveCount(3);
    await expect(next).toBeDisabled();
    await expect(page).toHaveURL('/dashboard/orders?page=2');
    await page.reload();
    await expect(rows(page)).toHaveCount(3);
    await prev.click();
    await expect(rows(page)).toHaveCount(20);

    await page.getByRole('combobox', { name: 'Orders per page' }).click();
    await expect(page.getByRole('option')).toHaveText(['10', '20', '50', '100']);
    await page.getByRole('option', { name: '10', exact: true }).click();
    await expect(footer(page)).toContainText('Page 1 of 3 • Loaded 10 / 10 on this page • All orders: 23');
    await next.click();
    await expect(footer(page)).toContainText('Page 2 of 3');
    await next.click();
    await expect(footer(page)).toContainText('Page 3 of 3 • Loaded 3 / 3');
    await choose(page, 'Orders per page', '50');
    await expect(footer(page)).toContainText('Page 1 of 1 • Loaded 23 / 23 on this page • All orders: 23');
    await page.goBack();
    await expect(footer(page)).toContainText('Page 3 of 3');
    await page.goto('/dashboard/orders?page=9&size=10');
    await expect(footer(page)).toContainText('Page 3 of 3 • Loaded 3 / 3');
  });

  test('load at most six orders at a time, and the next page ahead', async ({ page, shop }) => {
    await manyOrders(shop, 24);
    // Nothing goes stale, however long this takes. Timers run on.
    await page.clock.setFixedTime(Date.now());
    await waitPatiently(page);
    let running = 0;
    let most = 0;
    let details = 0;
    let together!: () => void;
    const six = new Promise<void>((resolve) => (together = resolve));
    await page.route('**/orders/*/order.json', async (route) => {
      details++;
      most = Math.max(most, ++running);
      if (running === 6) together();
      await six;
      const answer = await route.fetch();
      running--;
      await route.fulfill({ response: answer });
    });
    const ahead = page.waitForRequest('**/fetch-dashboard-orders?page=2&size=20');
    await page.goto('/dashboard/orders');
    await ahead;
    expect(details).toBe(20);
    await expect.poll(() => details).toBe(24);
    expect(most).toBe(6);

    const late = requestsTo(page, /order\.json|fetch-dashboard-orders/);
    await footer(page).getByRole('button', { name: 'Next' }).click();
    await expect(footer(page)).toContainText('Loaded 4 / 4');
    expect(late).toEqual([]);
  });

  test('count what is loaded when one order fails, and Retry loads it', async ({ page, shop, guard }) => {
    guard.allow(/status of 500/);
    await manyOrders(shop, 3);
    const { folders } = await shop.call<Schema<'OrderFolders'>>(
      'GET',
      '/api/dashboard/fetch-dashboard-orders?page=1&size=10',
    );
    await waitPatiently(page);
    const mend = await refuse(page, `**/orders/${folders[1]}/order.json`, { status: 500 });
    await page.goto('/dashboard/orders');
    await expect(footer(page)).toContainText('Page 1 of 1 • Loaded 2 / 3 on this page • All orders: 3');
    const broken = row(page, folders[1]!);
    await expect(broken).toContainText('This order could not be loaded');
    await mend();
    await broken.getByRole('button', { name: 'Retry' }).click();
    await expect(footer(page)).toContainText('Loaded 3 / 3');
  });

  test.describe('with the default rate limit', () => {
    test.use({ settings: { 'limits.session_per_minute': '1200' } });

    test('can be read as fast as one can click', async ({ page, shop }) => {
      test.slow();
      await manyOrders(shop, 340);
      await readToTheEnd(page, 340);
    });
  });

  test('load orders again that were refused with 429 and Retry-After', async ({ page, shop, guard }) => {
    guard.allow(/status of 429/);
    await manyOrders(shop, 12);
    const asked = new Set<string>();
    await page.route('**/orders/*/order.json', async (route) => {
      const url = route.request().url();
      if (asked.has(url)) return route.fallback();
      asked.add(url);
      const body = { code: 429, message: 'Too many requests. Please wait a moment and try again.' };
      return route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: body });
    });
    await page.goto('/dashboard/orders');
    await expect(footer(page)).toContainText('Loaded 12 / 12 on this page');
    expect(asked.size).toBe(12);
  });

  /** Reads all pages of a hundred orders, each completely before the next: no order is skipped and no request may fail. */
  async function readToTheEnd(page: Page, total: number) {
    const pages = Math.ceil(total / 100);
    await page.goto('/dashboard/orders?size=100');
    for (let number = 1; ; number++) {
      const here = Math.min(100, total - (number - 1) * 100);
      await expect(footer(page)).toContainText(
        `Page ${number} of ${pages} • Loaded ${here} / ${here} on this page • All orders: ${total}`,
      );
      if (number === pages) break;
      await footer(page).getByRole('button', { name: 'Next' }).click();
    }
  }
});
