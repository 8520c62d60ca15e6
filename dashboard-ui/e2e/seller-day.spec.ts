import { stat, toast } from './support/dashboard';
import { settled } from './support/look';
import { list, open, row } from './support/orders';
import { guild } from './support/shop';
import { expect, test } from './support/test';

test.use({ signedInAs: 'owner' });

test('the orders screen is printed black on white, without navigation and filters', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const id = await shop.order({ deliver: { ok: 1 } });
  await page.goto('/dashboard/orders');
  await expect(row(page, id)).toContainText('Completed');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(id)).toBeVisible();
  await expect(page.getByText(id)).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await expect(list(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('the figures of an order show the unit "boosts", which is not part of their text', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const id = await shop.order({ amount: 6, deliver: { ok: 2, failed: 1 } });
  await page.goto('/dashboard/orders');
  const box = await open(page, id);
  for (const [name, figure] of [
    ['Successful', '4'],
    ['Failed', '2'],
  ] as const) {
    const cell = box.getByText(name, { exact: true }).locator('xpath=../following-sibling::dd');
    await expect(cell).toHaveText(figure);
    const unit = await cell.evaluate((one) => getComputedStyle(one, '::after').content);
    expect(unit).toContain('boosts');
  }
});

test('a toast is drawn on top of the order dialog, and covers none of its buttons', async ({
  page,
  shop,
}) => {
  await shop.storefront({ storeLink: 'https://nova.example.com/' });
  const id = await shop.order({ deliver: { ok: 1 } });
  await page.goto('/dashboard/orders');
  const box = await open(page, id);
  await box.getByRole('button', { name: 'Copy Guild ID', exact: true }).click();
  const said = toast(page, 'Copied').first();
  await said.hover();
  await settled(page);
  const onTop = await said.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(onTop).toBe(true);
  for (const control of [
    box.getByRole('link', { name: 'Visit Store' }),
    box.getByRole('button', { name: 'Copy status link' }),
  ]) {
    await control.click({ trial: true });
  }
});

test('Home shows figures first, then what needs the seller, chart and activity', async ({ page, shop }) => {
  await shop.storefront({ lowStockThreshold: 10 });
  await shop.order();
  await shop.stock(2);
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Low stock' })).toBeVisible();
  await expect(stat(page, 'Total Orders')).toHaveText('1');
  const names = ['Total Orders', 'To deliver', 'Low stock', 'Last 14 days', 'Recent Activity'];
  const tops = await Promise.all(
    names.map(async (name) => (await page.getByRole('region', { name, exact: true }).boundingBox())!.y),
  );
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  const chart = page.getByRole('region', { name: 'Last 14 days' });
  await expect(chart.getByText('Today so far')).toBeVisible();
  await expect(chart.locator('path.stroke-pink')).toHaveCount(1);
});

test('Recent Activity lists a completed order once, and no reads', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ deliver: { ok: 1 } });
  await shop.call('GET', '/api/dashboard/orders');
  await shop.call('GET', `/api/storefronts/${guild}/keys`);
  await page.goto('/dashboard');
  const items = page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem');
  await expect(items.filter({ hasText: 'Order completed' })).toHaveCount(1);
  const texts = await items.allTextContents();
  expect(texts.filter((text) => text.includes(id)).length, texts.join('\n')).toBeLessThanOrEqual(2);
  expect(texts.filter((text) => /fetched|viewed|listed|looked/i.test(text))).toEqual([]);
});
