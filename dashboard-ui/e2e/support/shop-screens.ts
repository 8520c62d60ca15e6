import { expect, type Page } from '@playwright/test';
import { dressed } from './public';
import { demoSeller, heading, newSeller, press, type Screen, visitor } from './screen';
import { guild, type Shop } from './shop';

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#0b7a75"/>' +
  '<path d="M14 46V18l18 18 18-18v28" fill="none" stroke="#fff" stroke-width="7"/></svg>';

/** A shop with all that a form can set. */
async function dressedShop(shop: Shop) {
  await shop.storefront({ ...dressed, embedColor: '#0b7a75' });
  await shop.stock(12);
}

async function shopWithLogo(shop: Shop) {
  await dressedShop(shop);
  await shop.logo(logo);
}

const livePage = `export default function LiveStock({ stock, shop }) {
  return (
    <main className="min-h-screen bg-slate-900 p-8 text-white">
      <h1 className="text-3xl font-bold">{shop.name}</h1>
      <p className="mt-4 text-xl">{stock.oneMonthNitroTokens} tokens for a month</p>
    </main>
  );
}`;

async function shopWithLivePage(shop: Shop) {
  await dressedShop(shop);
  await shop.call('POST', '/api/save-custom-code', { code: livePage });
}

async function showPreview(page: Page) {
  await press(page, 'Show Preview');
  const frame = page.getByRole('region', { name: 'Preview' }).locator('iframe:not(.invisible)');
  await expect(frame).toBeVisible();
}

/** The shop as its customers see it, and where a seller says how. */
export const shopScreens: Screen[] = [
  newSeller('storefront-logo', async ({ page, shop }) => {
    await shopWithLogo(shop);
    await page.goto('/dashboard/storefront');
    await expect(page.getByRole('img', { name: 'Logo of Nova Boosts' })).toBeVisible();
  }),
  visitor('redeem-logo', async ({ page, shop }) => {
    await shopWithLogo(shop);
    await page.goto(`/redeem-order/${guild}`);
    await heading(page, 'Redeem Your Order');
  }),
  visitor('order-status-logo', async ({ page, shop }) => {
    await shopWithLogo(shop);
    const order = await shop.order({ amount: 8, deliver: { ok: 2, failed: 1 } });
    await page.goto(`/${guild}/order/${order}/status`);
    await heading(page, 'Order Status');
  }),
  visitor('live-stock-logo', async ({ page, shop }) => {
    await shopWithLogo(shop);
    await page.goto(`/${guild}/live-stock`);
    await heading(page, 'Live Stock');
  }),
  visitor('live-stock-own', async ({ page, shop }) => {
    await shopWithLivePage(shop);
    await page.goto(`/${guild}/live-stock`);
    await expect(page.frameLocator('iframe[title="Live Stock"]').getByText('12 tokens')).toBeVisible();
  }),
  newSeller('live-page', async ({ page, shop }) => {
    await dressedShop(shop);
    await page.goto('/dashboard/edit-live-stock');
    await showPreview(page);
  }),
  newSeller('live-page-versions', async ({ page, shop }) => {
    await shopWithLivePage(shop);
    await page.goto('/dashboard/edit-live-stock');
    await showPreview(page);
    await press(page, 'Versions');
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
  }),
  ...(['waiting', 'delivering'] as const).map((state) =>
    demoSeller(`order-${state}`, async ({ page, shop }) => {
      await page.goto(`/dashboard/orders?size=10&order=${await shop.orderThatIs(state)}`);
      await expect(page.getByRole('dialog').getByRole('progressbar')).toBeVisible();
    }),
  ),
  newSeller('helpers-change', async ({ page, shop }) => {
    await shop.storefront();
    await shop.call('POST', `/api/storefronts/${guild}/members`, { username: 'Pia', role: 'packer' });
    await page.goto('/dashboard/helpers');
    await press(page, 'Change Pia');
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
  newSeller('blocklist-remove', async ({ page, shop }) => {
    await shop.call('POST', '/api/blocklist', { kind: 'email', value: 'a@example.com', note: null });
    await page.goto('/dashboard/blocklist');
    await press(page, 'Remove a@example.com');
    await expect(page.getByRole('alertdialog')).toBeVisible();
  }),
];
