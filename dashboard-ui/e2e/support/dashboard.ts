import { expect, type Locator, type Page } from '@playwright/test';

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByLabel('Notifications').locator('> *').filter({ hasText: text });

export const expectToast = (page: Page, text: string | RegExp) => expect(toast(page, text)).toBeVisible();

export const stat = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true }).locator('p').first();

/** Each figure by its name. */
export async function expectStats(page: Page, figures: Record<string, string>) {
  for (const [name, figure] of Object.entries(figures)) await expect(stat(page, name)).toHaveText(figure);
}

/** Waits until the Home of a seller without orders runs, and is not only painted by its document. */
export async function homeIsThere(page: Page) {
  await expect(stat(page, 'Total Orders')).toHaveText('0');
  // Only the script draws this.
  await expect(page.getByRole('region', { name: 'Last 14 days' })).toContainText('No data yet');
}

/** Opens a screen; when this returns, the page receives all events. */
export async function openListening(page: Page, path: string) {
  const listening = page.waitForResponse('**/api/dashboard/events');
  await page.goto(path);
  await listening;
}

/** What the browser keeps of a session. */
export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

/** Expects that a user without a session ends on the login page, with one toast. A second one would have come before. */
export async function expectLedToLogin(page: Page, words: string | RegExp) {
  // Hovering keeps the toast.
  await toast(page, words).first().hover();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Boostdesk Access' })).toBeVisible();
  await expect(toast(page, words)).toHaveCount(1);
}
