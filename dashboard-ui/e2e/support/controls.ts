import type { Page } from '@playwright/test';

export async function choose(page: Page, select: string, option: string) {
  await page.getByRole('combobox', { name: select }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
