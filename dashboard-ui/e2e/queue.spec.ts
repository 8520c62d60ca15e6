import type { Page } from '@playwright/test';
import { dialog, row } from './support/orders';
import { expect, test } from './support/test';

test.use({ signedInAs: 'owner' });

// Several orders, one after the other.
test.slow();

const queue = '/dashboard/orders?status=waiting';

/** Saves the one token of the order that is open; `left`: what the queue has then. */
async function deliverOpen(page: Page, left: number) {
  await dialog(page).getByRole('button', { name: 'Deliver', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog(page)).toContainText(`${left} left`);
}

const next = (page: Page) => dialog(page).getByRole('button', { name: 'Next order' });
const previous = (page: Page) => dialog(page).getByRole('button', { name: 'Previous order' });

test('goes on with the next order once one is saved and gone from it', async ({ page, shop }) => {
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

test('goes on over its pages', async ({ page, shop }) => {
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
