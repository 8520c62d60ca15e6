import { findings } from './support/axe';
import { expect, phone, test } from './support/test';

test.use({ signedInAs: 'owner' });

test('the storefront preview shows each customer page with the values of the form', async ({
  page,
  shop,
}) => {
  // Each page is shown twice.
  test.slow();
  await shop.storefront({ redeemFooter: 'Refunds within a day', embedFooter: 'Restocked daily' });
  await shop.stock(12);
  await page.goto('/dashboard/storefront');
  const tab = (name: string) => page.getByRole('tab', { name });
  const shown = (name: string) => page.getByRole('img', { name: `Your ${name}` });

  const redeem = shown('redeem page');
  await expect(redeem).toContainText('Nova Boosts');
  await expect(redeem).toContainText('Redeem Now');
  await expect(redeem).toContainText('Refunds within a day');
  await page.getByLabel('Name', { exact: true }).fill('Mika’s Boosts');
  await expect(redeem).toContainText('Mika’s Boosts');

  await tab('Redeem').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Order status')).toBeFocused();
  const status = shown('order status page');
  await expect(status).toContainText('Restocked daily');
  await expect(status).not.toContainText('Visit Store');
  await page.getByLabel('Store link').fill('https://nova.example.com/');
  await expect(status).toContainText('Visit Store');

  await tab('Live stock').click();
  const stock = shown('live stock page');
  await expect(stock).toContainText(/1 Month Stock12\s*tokens24\s*boosts/);
  await expect(stock).toContainText(/3 Month Stock0\s*tokens0\s*boosts/);
  await shop.stock(3);
  await expect(stock).toContainText(/15\s*tokens30\s*boosts/);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
    expect(await findings(page, colorScheme), colorScheme).toEqual([]);
  }

  await shop.call('POST', '/api/save-custom-code', { code: 'export default () => <h1>Mine</h1>;' });
  await page.reload();
  await tab('Live stock').click();
  await expect(page.getByRole('link', { name: 'the page that you wrote' })).toHaveAttribute(
    'href',
    '/dashboard/edit-live-stock',
  );
});

test('the storefront preview is as wide as the form on a phone', async ({ page, shop }) => {
  await page.setViewportSize(phone);
  await shop.storefront();
  await page.goto('/dashboard/storefront');
  const form = page.locator('.card').filter({ has: page.getByLabel('Store link') });
  const { width } = (await form.boundingBox())!;
  expect((await page.getByRole('tablist').boundingBox())?.width).toBe(width);
});
