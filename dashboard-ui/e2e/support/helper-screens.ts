import { expect, type Page } from '@playwright/test';
import type { Schema } from '../../src/api/types';
import { logIn } from './login';
import { type Screen, visitor } from './screen';
import { guild, type Shop } from './shop';

/** A shop at work, and somebody who helps in it. */
async function helps(page: Page, shop: Shop, role: Schema<'Role'>) {
  await shop.storefront({ lowStockThreshold: 10 });
  for (const amount of [4, 8, 2]) await shop.order({ amount, deliver: { ok: amount / 2 } });
  await shop.order({ amount: 6, deliver: { ok: 2, failed: 1 } });
  for (const amount of [2, 4]) await shop.order({ amount });
  await shop.stock(3);
  const { accessCode } = await shop.call<Schema<'MemberAdded'>>('POST', `/api/storefronts/${guild}/members`, {
    username: 'Pia',
    role,
  });
  await page.goto('/');
  await logIn(page, accessCode);
}

/** What helpers see first. */
export const helperScreens: Screen[] = [
  ...(['viewer', 'manager'] as const).map((role) =>
    visitor(`home-${role}`, async ({ page, shop }) => {
      await helps(page, shop, role);
      await expect(page.getByRole('region', { name: 'Last 7 days' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Low stock' })).toBeVisible();
    }),
  ),
  visitor('home-packer', async ({ page, shop }) => {
    await helps(page, shop, 'packer');
    await expect(page).toHaveURL(/status=waiting/);
    await expect(page.getByRole('region', { name: 'Orders', exact: true })).toBeVisible();
  }),
];
