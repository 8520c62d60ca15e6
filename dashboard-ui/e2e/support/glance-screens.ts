import { expect } from '@playwright/test';
import { demoSeller, newSeller, press, type Screen, sharedSeller } from './screen';
import { askOneByOne } from './network';
import { guild, type Shop } from './shop';

async function blocks(shop: Shop) {
  for (const [kind, value, note] of [
    ['email', 'somebody.with.a.long.name@subdomain.of.a.long.example.com', 'Charged back twice'],
    ['guild', '112233445566778899', null],
    ['address', '2001:db8:1234:5678::/64', 'A whole network, which somebody tried keys from'],
  ]) {
    await shop.call('POST', '/api/blocklist', { kind, value, note });
  }
}

async function helpers(shop: Shop) {
  await shop.storefront();
  for (const [username, role, until] of [
    ['Pia', 'packer', null],
    ['Vera of the very long evening shift', 'viewer', '2030-01-31T22:59:59Z'],
    ['Mona', 'manager', null],
  ]) {
    await shop.call('POST', `/api/storefronts/${guild}/members`, { username, role, until });
  }
}

/** Orders and figures at a glance, the blocklist, helpers. */
export const glanceScreens: Screen[] = [
  newSeller(
    'home-not-loaded',
    async ({ page, shop }) => {
      await shop.storefront();
      await askOneByOne(page);
      for (const what of ['stock', 'stores'])
        await page.route(`**/api/storefronts/*/${what}`, (route) => route.fulfill({ status: 500 }));
      await page.goto('/dashboard');
      await expect(page.getByText('Your stores could not be loaded')).toBeVisible();
    },
    { allow: /status of 500/ },
  ),
  demoSeller('orders-to-deliver', async ({ page }) => {
    await page.goto('/dashboard/orders?status=waiting');
    await expect(
      page.getByRole('region', { name: 'Orders', exact: true }).getByRole('listitem').first(),
    ).toBeVisible();
  }),
  sharedSeller('orders-not-found', async ({ page }) => {
    await page.goto('/dashboard/orders?q=nobody');
    await expect(page.getByText('No matching orders')).toBeVisible();
  }),
  demoSeller('insights', async ({ page }) => {
    await page.goto('/dashboard/insights');
    await expect(page.getByRole('heading', { name: 'By day and stock' })).toBeVisible();
  }),
  sharedSeller('insights-empty', async ({ page }) => {
    await page.goto('/dashboard/insights?days=7');
    await expect(page.getByText('No orders in these days')).toBeVisible();
  }),
  newSeller('settings-keys-selected', async ({ page, shop }) => {
    await shop.storefront();
    await shop.keys(3);
    await page.goto('/dashboard/settings/keys');
    await page
      .getByRole('checkbox', { name: /^Select / })
      .last()
      .check();
    await expect(page.getByText('1 key selected')).toBeVisible();
  }),
  newSeller('settings-blocklist', async ({ page, shop }) => {
    await blocks(shop);
    await page.goto('/dashboard/settings/blocklist');
    await expect(page.getByText('3 entries')).toBeVisible();
  }),
  newSeller('settings-helpers', async ({ page, shop }) => {
    await helpers(shop);
    await page.goto('/dashboard/settings/helpers');
    await expect(page.getByText('Mona')).toBeVisible();
  }),
  newSeller('settings-helpers-add', async ({ page, shop }) => {
    await shop.storefront();
    await page.goto('/dashboard/settings/helpers');
    await press(page, 'Add helper');
    await expect(page.getByRole('dialog', { name: 'Add helper' })).toBeVisible();
  }),
];
