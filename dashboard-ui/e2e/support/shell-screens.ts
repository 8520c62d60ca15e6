import { expect } from '@playwright/test';
import { demoSeller, type Screen } from './screen';

/** What lies around the screens of the dashboard. */
export const shellScreens: Screen[] = [
  demoSeller('palette', async ({ page }) => {
    await page.goto('/dashboard/stock');
    await expect(page.getByRole('region', { name: 'One Month Tokens' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('li');
    await expect(page.getByRole('option', { name: /Copy redeem link/ })).toBeVisible();
  }),
];
