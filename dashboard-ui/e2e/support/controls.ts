import type { Locator, Page } from '@playwright/test';

/** `name`: a string is the whole name, a regular expression matches a part of it. */
export const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });

/** The entry of a list under this heading. */
export const entry = (page: Page, heading: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: heading }) });

export async function choose(page: Page, select: string, option: string) {
  await page.getByRole('combobox', { name: select }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Presses a button of the open confirmation dialog. */
export const answer = (page: Page, name: string) => button(page.getByRole('alertdialog'), name).click();

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Lets dialogs fade out for long, as on a machine that is busy. */
export const fadeSlowly = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('--t-dialog-out', '2s'));
