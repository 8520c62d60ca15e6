import type { Schema } from '../src/api/types';
import { findings } from './support/axe';
import { button } from './support/controls';
import { expectToast } from './support/dashboard';
import { expectNoSidewaysScroll } from './support/look';
import { guild, type Shop } from './support/shop';
import { expect, phone, test } from './support/test';
import type { Locator, Page } from '@playwright/test';

const square =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#0aa"/></svg>';

const section = (page: Page) => page.getByRole('region', { name: 'Logo' });

async function choose(page: Page, name: string, text: string) {
  await section(page)
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name, mimeType: 'image/svg+xml', buffer: Buffer.from(text) });
}

const logoOf = async (shop: Shop) =>
  (await shop.call<Schema<'Storefront'>>('GET', `/api/storefronts/${guild}`)).logo;

/** Whether the logo has loaded and is a picture of the right size. */
const isDrawn = (image: Locator) => image.evaluate((node: HTMLImageElement) => node.naturalWidth === 256);

test.use({ signedInAs: 'owner' });

test('a logo is uploaded, shown in the dashboard and on customer pages, and removed', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const order = await shop.order();
  await page.goto('/dashboard/storefront');
  await expect(section(page)).toContainText('No logo yet');
  await choose(page, 'logo.svg', square);
  await expectToast(page, 'Logo saved!');
  const logo = await logoOf(shop);
  expect(logo).toMatch(new RegExp(`^/${guild}/icon\\.png\\?[0-9a-f]{32}$`));
  const shown = section(page).getByRole('img', { name: 'Logo of Nova Boosts' });
  await expect(shown).toHaveAttribute('src', logo!);
  await expect.poll(() => isDrawn(shown)).toBe(true);
  await expect(
    page.getByRole('navigation', { name: 'Dashboard' }).locator(`img[src="${logo}"]`),
  ).toBeVisible();
  expect(await findings(page, 'dark')).toEqual([]);

  for (const path of [`/redeem-order/${guild}`, `/${guild}/live-stock`, `/${guild}/order/${order}/status`]) {
    const tab = await page.context().newPage();
    await tab.goto(path);
    const sign = tab.locator('.shop-sign');
    await expect(sign).toContainText('Nova Boosts');
    await expect.poll(() => isDrawn(sign.locator('img'))).toBe(true);
    await expect(tab.locator('link[rel=icon]')).toHaveAttribute('href', logo!);
    await tab.close();
  }

  await button(section(page), 'Remove').click();
  await expectToast(page, 'Logo removed!');
  await expect(section(page)).toContainText('No logo yet');
  await expect(button(section(page), 'Upload logo')).toBeFocused();
  expect(await logoOf(shop)).toBeNull();
});

test('a file that is no picture is refused with an error, and the logo stays', async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/status of 4(15|22)/);
  await shop.storefront();
  await page.goto('/dashboard/storefront');
  await choose(page, 'logo.svg', square);
  await expectToast(page, 'Logo saved!');
  const logo = await logoOf(shop);
  await choose(page, 'logo.png', '<html>');
  await expect(section(page).getByRole('alert')).toHaveText(
    'A logo is a picture (png, jpg, gif, webp, svg), and a file must be what its name says.',
  );
  expect(await logoOf(shop)).toBe(logo);
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('the logo section causes no sideways scroll', async ({ page, shop }) => {
    await shop.storefront();
    await page.goto('/dashboard/storefront');
    await expect(button(section(page), 'Upload logo')).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
