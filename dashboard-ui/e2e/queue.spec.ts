import type { Page } from '@playwright/test';
import { expectToast } from './support/dashboard';
import { dialog, row } from './support/orders';
import { expect, test } from './support/test';

test.use({ signedInAs: 'owner' });

const queue = '/dashboard/orders?status=waiting';

async function deliverAll(page: Page) {
  await dialog(page).getByRole('button', { name: 'Deliver', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Saved.');
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
  await deliverAll(page);
  await expect(row(page, middle)).toHaveCount(0);
  await expect(dialog(page)).toContainText('2 left');
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page)).toContainText(oldest);
  await expect(dialog(page)).toContainText('2 of 2');

  await expect(dialog(page).getByRole('group', { name: 'Verdict' })).toBeVisible();
  await deliverAll(page);
  await expect(dialog(page)).toContainText('1 left');
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
  await deliverAll(page);
  await expect(dialog(page)).toContainText('10 left');
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page)).toContainText(ids[10]!);
  await expect(dialog(page)).toContainText('10 of 10');
});
