import { expect } from '@playwright/test';
import { homeIsThere } from './dashboard';
import { cut } from './network';
import { demoSeller, newSeller, sharedSeller, type Screen } from './screen';

/** What lies around the screens of the dashboard. */
export const shellScreens: Screen[] = [
  demoSeller('palette', async ({ page }) => {
    await page.goto('/dashboard/stock');
    await expect(page.getByRole('region', { name: 'One Month Tokens' })).toBeVisible();
    await page.getByRole('button', { name: 'Jump to' }).click();
    await expect(page.getByRole('combobox', { name: 'Jump to' })).toBeFocused();
    await page.keyboard.type('li');
    await expect(page.getByRole('option', { name: /Copy redeem link/ })).toBeVisible();
  }),
  demoSeller('storefront-qr', async ({ page }) => {
    await page.goto('/dashboard/storefront');
    await page.getByRole('button', { name: 'QR code of: Redeem page' }).click();
    await expect(page.getByRole('img', { name: /^QR code of/ })).toBeVisible();
  }),
  demoSeller('storefront-delete', async ({ page }) => {
    await page.goto('/dashboard/storefront');
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toContainText(/\d tokens in stock stay kept/);
  }),
  newSeller('home-checklist', async ({ page, shop }) => {
    await shop.storefront();
    await shop.stock(3);
    await page.goto('/dashboard');
    await expect(page.getByText('2 of 5 done')).toBeVisible();
  }),
  sharedSeller(
    'connection-lost',
    async ({ page }) => {
      await page.goto('/dashboard');
      await homeIsThere(page);
      await cut(page, '**/api/**');
      await page.getByRole('link', { name: 'Orders' }).dispatchEvent('click');
      await expect(page.getByText('The server cannot be reached. Trying again...')).toBeVisible();
      await expect(page.getByText('Failed to fetch orders')).toBeVisible();
    },
    { allow: /net::ERR_/ },
  ),
];
