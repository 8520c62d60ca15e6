import type { Page } from '@playwright/test';
import { openListening } from './support/dashboard';
import { dialog, row } from './support/orders';
import { expect, test } from './support/test';

test.use({ signedInAs: 'owner' });

// Several orders, one after the other.
test.slow();

const queue = '/dashboard/orders?status=waiting';

/** Delivers the open order, which has one token. `left`: how many orders the queue has then. */
async function deliverOpen(page: Page, left: number) {
  await dialog(page).getByRole('button', { name: 'Deliver', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog(page)).toContainText(`${left} left`);
}

const next = (page: Page) => dialog(page).getByRole('button', { name: 'Next order' });
const previous = (page: Page) => dialog(page).getByRole('button', { name: 'Previous order' });

test('the delivery queue goes on with the next order after one was saved', async ({ page, shop }) => {
  await shop.storefront();
  const oldest = await shop.order();
  const middle = await shop.order();
  const newest = await shop.order();
  await page.goto(queue);
  await row(page, middle).getByRole('button').click();
  await expect(dialog(page)).toContainText('2 of 3');
  await expect(dialog(page).getByRole('group', { name: 'Verdict' })).toBeVisible();
  await deliverOpen(page, 2);
  await expect(row(page, middle)).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page)).toContainText(oldest);
  await expect(dialog(page)).toContainText('2 of 2');

  await expect(dialog(page).getByRole('group', { name: 'Verdict' })).toBeVisible();
  await deliverOpen(page, 1);
  await expect(next(page)).toBeDisabled();
  await previous(page).click();
  await expect(dialog(page)).toContainText(newest);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(queue);
});

test('the delivery queue goes on with the order of the next page after one was saved', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const ids: string[] = [];
  for (let count = 0; count < 11; count++) ids.unshift(await shop.order());
  await page.goto(`${queue}&size=10&order=${ids[9]}`);
  await expect(dialog(page)).toContainText('10 of 11');
  await expect(dialog(page).getByRole('group', { name: 'Verdict' })).toBeVisible();
  await deliverOpen(page, 10);
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page)).toContainText(ids[10]!);
  await expect(dialog(page)).toContainText('10 of 10');
});

test('the delivery queue keeps the open order and its marks when its page is gone', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const ids: string[] = [];
  for (let count = 0; count < 11; count++) ids.unshift(await shop.order());
  await openListening(page, `${queue}&size=10&page=2&order=${ids[10]}`);
  await expect(dialog(page)).toContainText('11 of 11');
  await dialog(page).getByRole('button', { name: 'Deliver', exact: true }).click();
  await shop.deliver(ids[0]!, { ok: 1 });
  await expect(dialog(page)).toContainText('10 of 10');
  await expect(page).toHaveURL(/page=1/);
  await expect(
    dialog(page).getByRole('button', { name: 'Deliver', exact: true, pressed: true }),
  ).toBeVisible();
});

test('the delivery queue steps back from a saved order that was alone on the last page', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const ids: string[] = [];
  for (let count = 0; count < 11; count++) ids.unshift(await shop.order());
  await page.goto(`${queue}&size=10&page=2&order=${ids[10]}`);
  await expect(dialog(page)).toContainText('11 of 11');
  await expect(dialog(page).getByRole('group', { name: 'Verdict' })).toBeVisible();
  await deliverOpen(page, 10);
  await expect(page).toHaveURL(/page=1/);
  await expect(previous(page)).toBeEnabled();
  await page.keyboard.press('ArrowLeft');
  await expect(dialog(page)).toContainText(ids[9]!);
  await expect(dialog(page)).toContainText('10 of 10');
});
