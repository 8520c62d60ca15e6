import { box } from './support/shallow';
import { dialog } from './support/orders';
import { expect, test } from './support/test';

test.use({ signedInAs: 'owner' });

for (const viewport of [
  { width: 320, height: 256 },
  { width: 568, height: 320 },
]) {
  test(`the order dialog scrolls as a whole at ${viewport.width} × ${viewport.height}`, async ({
    page,
    shop,
  }) => {
    await shop.storefront();
    const id = await shop.order({ amount: 8 });
    await page.setViewportSize(viewport);
    await page.goto(`/dashboard/orders?order=${id}`);
    const save = dialog(page).getByRole('button', { name: 'Save', exact: true });
    await save.scrollIntoViewIfNeeded();
    await expect(save).toBeInViewport({ ratio: 1 });
    const body = dialog(page).locator('[data-dialog-body]');
    expect(await body.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
  });
}

test('the figures of an order have whole labels in a window of 320 px', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ amount: 8 });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/dashboard/orders?order=${id}`);
  for (const name of ['Successful', 'Failed', 'Success Rate']) {
    const label = dialog(page).getByText(name, { exact: true });
    await expect(label).toBeVisible();
    expect(await label.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  }
});
