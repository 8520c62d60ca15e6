import { dialog, footer, rows } from './support/orders';
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
    // "Failed" is also a button of each token.
    const label = dialog(page).getByText(name, { exact: true }).first();
    await expect(label).toBeVisible();
    expect(await label.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  }
});

test('nothing stays over a screen in a window at 400 %', async ({ page, shop }) => {
  await shop.storefront();
  for (let count = 0; count < 11; count++) await shop.order();
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/dashboard/orders?size=10');
  await expect(rows(page)).toHaveCount(10);
  await page.evaluate(() => scrollTo(0, 400));
  await expect(page.getByRole('button', { name: 'Open menu' })).not.toBeInViewport();
  await expect(footer(page)).not.toBeInViewport();
  await page.goto('/dashboard/edit-live-stock');
  const code = page.getByRole('textbox', { name: 'Page code' });
  await code.click();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole('button', { name: 'Save Changes' })).not.toBeInViewport();
  await expect(code).toBeInViewport();
});

test('the tabs of the storefront preview wrap with the text spacing of WCAG 1.4.12', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  await page.goto('/dashboard/storefront');
  const tabs = page.getByRole('tablist', { name: 'What customers see' });
  await expect(tabs).toBeVisible();
  await tabs.evaluate((one) => {
    one.style.letterSpacing = '0.12em';
    one.style.wordSpacing = '0.16em';
    for (const tab of one.querySelectorAll<HTMLElement>('*')) tab.style.letterSpacing = '0.12em';
  });
  expect(await tabs.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
});
