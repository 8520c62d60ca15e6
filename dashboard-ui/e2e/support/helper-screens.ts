import { expect, type Page } from '@playwright/test';
import type { Schema } from '../../src/api/types';
import { editor, path, preview, problem, shown, write } from './live-page';
import { logIn } from './login';
import { newSeller, press, type Screen, visitor } from './screen';
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

/** The editor beside its preview, once `code` stands or does not. */
async function tried(page: Page, code: string) {
  await page.goto(path);
  await press(page, 'Show Preview');
  await expect(shown(page).getByText('128')).toBeVisible();
  await write(page, code);
  await expect(editor(page)).toContainText('LiveStock');
}

/** What helpers see first, and what the editor says of a page. */
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
  newSeller(
    'home-not-loaded',
    async ({ page, shop }) => {
      await shop.storefront();
      for (const what of ['stock', 'stores'])
        await page.route(`**/api/storefronts/*/${what}`, (route) => route.fulfill({ status: 500 }));
      await page.goto('/dashboard');
      await expect(page.getByText('Your stores could not be loaded')).toBeVisible();
    },
    { allow: /status of 500/ },
  ),
  newSeller(
    'live-page-fails-later',
    async ({ page }) => {
      await tried(
        page,
        `export default function LiveStock({ stock }) {
  React.useEffect(() => {
    throwLater('No answer from the price list: it was expected to be an object, and is empty.');
  }, []);
  return <h1 className="p-8 text-2xl">{stock.oneMonthNitroTokens} tokens</h1>;
}

const throwLater = (why) => Promise.reject(new Error(why));`,
      );
      await expect(preview(page).getByRole('status')).toContainText('price list');
    },
    { allow: /price list/ },
  ),
  newSeller(
    'live-page-fails',
    async ({ page }) => {
      await tried(page, 'export default function LiveStock() {\n  return <p>{nobody.there}</p>;\n}');
      await expect(problem(page)).toContainText('nobody is not defined');
    },
    { allow: /nobody is not defined/ },
  ),
  newSeller('live-page-draws-nothing', async ({ page }) => {
    await tried(page, 'export default function LiveStock() {\n  return null;\n}');
    await expect(preview(page).getByRole('status')).toHaveText('The page shows nothing.', {
      timeout: 10_000,
    });
  }),
];
