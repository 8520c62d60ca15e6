import type { Page } from '@playwright/test';
import type { Shop } from './shop';

export const path = '/dashboard/edit-live-stock';

export const editor = (page: Page) => page.getByRole('textbox', { name: 'Page code' });
export const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
/** The content of the visible frame. */
export const shown = (page: Page) => page.frameLocator('iframe:not(.invisible)');
export const problem = (page: Page) => preview(page).getByRole('alert');

export const save = (shop: Shop, code: string) => shop.call('POST', '/api/save-custom-code', { code });

export async function write(page: Page, code: string) {
  await editor(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(code[0]!);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(code);
}

export const hello = (name: string) => `export default function LiveStock() { return <h1>${name}</h1>; }`;
