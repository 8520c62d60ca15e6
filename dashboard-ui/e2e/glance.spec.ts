import type { Schema } from '../src/api/types';
import { readFile } from 'node:fs/promises';
import { clipboard } from './support/controls';
import { expectToast, stat } from './support/dashboard';
import { logIn } from './support/login';
import { hold } from './support/network';
import { dialog, row, rows } from './support/orders';
import { guild } from './support/shop';
import { expect, phone, test } from './support/test';

test.use({ signedInAs: 'owner' });

test('orders are filtered by status, searched and exported, and the URL keeps the filter', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const wanted = await shop.order({ email: 'Noor@example.com', deliver: { ok: 1 } });
  const failed = await shop.order({ deliver: { failed: 1 } });
  const waiting = await shop.order();
  await page.goto('/dashboard/orders?size=10');
  await expect(rows(page)).toHaveCount(3);
  const views = page.getByRole('navigation', { name: 'Orders by status' });
  await expect(views.getByRole('link', { name: 'To deliver' })).toHaveText('To deliver1');
  await views.getByRole('link', { name: 'To deliver' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, waiting)).toBeVisible();
  await expect(page).toHaveURL(/status=waiting/);
  await views.getByRole('link', { name: 'Failed' }).click();
  await expect(row(page, failed)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(row(page, failed)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);

  await views.getByRole('link', { name: 'All' }).click();
  const find = page.getByRole('searchbox', { name: 'Find in all orders' });
  await find.fill('noor@');
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, wanted)).toBeVisible();
  await expect(page).toHaveURL(/q=noor/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.split('\r\n')).toHaveLength(3);
  expect(text).toContain(wanted);
  await find.fill('nobody@');
  await expect(page.getByText('No matching orders')).toBeVisible();
});

test('an order search with a capped total shows "10,000+"', async ({ page, shop }) => {
  await shop.storefront();
  const orderId = await shop.order({ email: 'noor@example.com' });
  await page.route(/api\/dashboard\/orders\?.*q=noor/, async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as Schema<'OrderList'>;
    await route.fulfill({ json: { ...list, total: 10_000, totalIsCapped: true } });
  });
  await page.goto('/dashboard/orders?q=noor');
  await expect(page.getByText('Page 1 of 500 • Loaded 1 / 1 on this page • Found: 10,000+')).toBeVisible();
  await row(page, orderId).getByRole('button').click();
  await expect(dialog(page)).toContainText('1 of 10,000+');
  // The prefetch of the next page may still be in the handler.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('orders to deliver are counted on Home and in the sidebar, and open one after another', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const [first, second] = [await shop.order(), await shop.order()];
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'To deliver' })).toContainText('2 orders wait for you');
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(sidebar.getByRole('link', { name: 'Orders', exact: true })).toBeVisible();
  await expect(sidebar).toContainText('2 to deliver');
  await page.getByRole('link', { name: 'Deliver', exact: true }).click();
  await row(page, second).getByRole('button').click();
  await expect(dialog(page)).toContainText('1 of 2');
  await expect(dialog(page).getByRole('button', { name: 'Previous order' })).toBeDisabled();
  await Promise.all([
    // For five seconds.
    expect(dialog(page).locator(':scope > .sr-only[aria-live]')).toHaveText(`Order ${first}`),
    page.keyboard.press('ArrowRight'),
  ]);
  await expect(dialog(page)).toContainText(first);
  await expect(dialog(page)).toContainText('2 of 2');
  await dialog(page).getByRole('button', { name: 'Previous order' }).click();
  await expect(dialog(page)).toContainText(second);
  await page.keyboard.press('Escape');
  await shop.deliver(first, { ok: 1 });
  await shop.deliver(second, { ok: 1 });
  await expect(sidebar).not.toContainText('to deliver');
});

test('selected keys are copied and revoked together', async ({ page, shop }) => {
  await shop.storefront();
  await shop.stock(1);
  const [spent, ...unused] = await shop.keys(3);
  await shop.redeem(spent!);
  await page.goto('/dashboard/keys');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect(selection).toContainText('3 keys selected');
  await selection.getByRole('button', { name: 'Copy selected keys' }).click();
  await expect
    .poll(async () => (await clipboard(page)).split('\n').toSorted())
    .toEqual([spent, ...unused].toSorted());
  await selection.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, revoke' }).click();
  await expectToast(page, '2 keys revoked, 1 key left as they were');
  await expect(selection).toHaveCount(0);
  for (const key of unused) await expect(page.getByRole('row', { name: key })).toContainText('Revoked');

  const fresh = await shop.key();
  await page.getByRole('checkbox', { name: `Select ${fresh}` }).check();
  await expect(selection).toContainText('1 key selected');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.getByRole('button', { name: `Copy link of ${fresh}` }).click();
  await expect.poll(() => clipboard(page)).toMatch(new RegExp(`/api/redeem-order/${guild}#key=${fresh}$`));
  await page.getByRole('link', { name: spent! }).click();
  await expect(dialog(page)).toContainText(spent!);
});

test('Insights shows figures and how long stock lasts, and exports the days as CSV', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  await shop.order({ amount: 4, deliver: { ok: 2 } });
  await shop.stock(14);
  await page.goto('/dashboard/insights');
  await expect(stat(page, 'Orders')).toHaveText('1');
  await expect(stat(page, 'Boosts delivered')).toHaveText('4');
  await expect(stat(page, 'Success rate')).toHaveText('100.0%');
  await expect(page.getByRole('region', { name: 'How long stock will last' })).toContainText(
    /49 days.*14 tokens/,
  );
  await page.getByRole('button', { name: '90 days' }).click();
  await expect(page).toHaveURL(/days=90/);
  const course = page.getByRole('region', { name: 'Last 90 days' });
  await expect(course.getByText('Today so far (UTC)')).toBeVisible();
  // Today is drawn as unfinished.
  await expect(course.locator('path.stroke-pink')).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('OneMonthTokens.txt,1,4,1,');

  await page.setViewportSize(phone);
  await expect(page.getByRole('group', { name: 'By day and stock' })).toHaveAttribute('data-more', 'after');
});

test('Insights keeps the old period, without CSV, until the new one has loaded', async ({ page, shop }) => {
  await shop.storefront();
  await page.goto('/dashboard/insights?days=7');
  const csv = page.getByRole('button', { name: 'CSV' });
  await expect(csv).toBeEnabled();
  const release = await hold(page, /insights\?.*days=90/);
  await page.getByRole('button', { name: '90 days' }).click();
  await expect(page).toHaveURL(/days=90/);
  await expect(page.getByRole('region', { name: 'Last 7 days' })).toBeVisible();
  await expect(csv).toBeDisabled();
  release();
  await expect(page.getByRole('region', { name: 'Last 90 days' })).toBeVisible();
  await expect(csv).toBeEnabled();
});

test('an email address is added to the blocklist and removed again', async ({ page, shop, guard }) => {
  guard.allow(/status of 422/);
  await shop.storefront();
  await page.goto('/dashboard/blocklist');
  await expect(page.getByText('Nobody is blocked')).toBeVisible();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('Please fill this in')).toBeVisible();
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await page.getByLabel('Email').fill('Mika@example.com');
  await page.getByLabel('Note').fill('charged back');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await expectToast(page, 'Blocked!');
  const entry = page.getByRole('listitem').filter({ hasText: 'Mika@example.com' });
  await expect(entry).toContainText('charged back');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await page.getByRole('button', { name: 'Remove Mika@example.com' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Removed from the blocklist!');
  await expect(page.getByText('Nobody is blocked')).toBeVisible();
});

test('a helper signs in by code, delivers an order, and is signed out when removed', async ({
  page,
  shop,
  browser,
  app,
}) => {
  test.slow();
  await shop.storefront();
  const order = await shop.order();
  await page.goto('/dashboard/helpers');
  await expect(page.getByText('No helpers yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add helper' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Pia');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page)).toHaveAccessibleName('Access code for Pia');
  const code = await dialog(page).locator('p.font-mono').textContent();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Pia' })).toContainText('Packer');

  const other = await browser.newContext({ baseURL: app.origin, viewport: phone });
  const helper = await other.newPage();
  await helper.goto('/');
  await logIn(helper, code!);
  await expect(row(helper, order)).toBeVisible();
  await expect(helper).toHaveURL(/orders\?status=waiting/);
  await row(helper, order).getByRole('button').click();
  await dialog(helper).getByRole('button', { name: 'Deliver', exact: true }).click();
  await dialog(helper).getByRole('button', { name: /Save/ }).click();
  await expectToast(helper, 'Saved.');

  await page.getByRole('button', { name: 'Remove Pia' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Helper removed!');
  await expect(helper).toHaveURL('/');
  await other.close();
  const { state } = await shop.call<Schema<'Order'>>('GET', `/api/dashboard/orders/${order}/order.json`);
  expect(state).toBe('done');
});
