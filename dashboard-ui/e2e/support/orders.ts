import { expect, type Locator, type Page } from '@playwright/test';
import { settled } from './look';
import type { Shop } from './shop';

export const list = (page: Page) => page.getByRole('region', { name: 'Orders', exact: true });
export const rows = (page: Page) => list(page).getByRole('listitem');
export const row = (page: Page, orderId: string) => rows(page).filter({ hasText: orderId });
export const dialog = (page: Page) => page.getByRole('dialog');
export const footer = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search in this page…' });

export async function open(page: Page, orderId: string): Promise<Locator> {
  await row(page, orderId).getByRole('button').click();
  await expect(dialog(page).getByRole('progressbar')).toBeVisible();
  await settled(page);
  return dialog(page);
}

/** A row's rate: 90 % and more green, 50 % and more amber, else red; in the dialog 60 % and more green, above 0 blue, 0 red. */
export const rates = [
  { amount: 20, ok: 10, percent: '100%', status: 'Completed', inList: 'green', inDialog: 'green' },
  { amount: 20, ok: 9, percent: '90%', status: 'Partial', inList: 'green', inDialog: 'green' },
  { amount: 28, ok: 12, percent: '86%', status: 'Partial', inList: 'amber', inDialog: 'green' },
  { amount: 10, ok: 3, percent: '60%', status: 'Partial', inList: 'amber', inDialog: 'green' },
  { amount: 4, ok: 1, percent: '50%', status: 'Partial', inList: 'amber', inDialog: 'blue' },
  { amount: 20, ok: 4, percent: '40%', status: 'Partial', inList: 'red', inDialog: 'blue' },
  { amount: 4, ok: 0, percent: '0%', status: 'Failed', inList: 'red', inDialog: 'red' },
];

/** An order for each of `rates`, oldest first. */
export async function ordersOfEveryRate(shop: Shop) {
  await shop.storefront();
  const ids: string[] = [];
  for (const { amount, ok } of rates) {
    ids.push(await shop.order({ amount, deliver: { ok, failed: amount / 2 - ok } }));
  }
  return ids;
}
