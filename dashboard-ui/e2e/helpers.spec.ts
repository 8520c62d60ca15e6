import type { Page } from '@playwright/test';
import type { Schema } from '../src/api/types';
import { answer, choose } from './support/controls';
import { expectToast, stat } from './support/dashboard';
import { logIn } from './support/login';
import { expectNoSidewaysScroll } from './support/look';
import { requestsThat, waitPatiently } from './support/network';
import { dialog, open, row } from './support/orders';
import { browserOf } from './support/people';
import { guild, Shop } from './support/shop';
import { expect, phone, test as base } from './support/test';

/** Adds a helper to the shop and opens a page as that helper. */
const test = base.extend<{ helper: (role: Schema<'Role'>) => Promise<Page> }>({
  helper: async ({ app, shop, browser }, provide) => {
    const opened: Page[] = [];
    await provide(async (role) => {
      const wanted = { username: 'Pia', role };
      const path = `/api/storefronts/${guild}/members`;
      const { accessCode } = await shop.call<Schema<'MemberAdded'>>('POST', path, wanted);
      const pia = await Shop.signIn(app, accessCode);
      const context = await browser.newContext({
        baseURL: app.origin,
        storageState: browserOf(app, pia),
      });
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
});

test.use({ signedInAs: 'owner' });

test("a viewer's Home shows the shop's figures and no actions, and causes no 403", async ({
  shop,
  helper,
}) => {
  await shop.storefront({ lowStockThreshold: 10 });
  await shop.order({ amount: 4, deliver: { ok: 2 } });
  await shop.order();
  await shop.stock(3);
  const page = await helper('viewer');
  await waitPatiently(page);
  const refused: string[] = [];
  page.on('response', (one) => one.status() === 403 && refused.push(one.url()));
  await page.goto('/dashboard');
  const toDeliver = page.getByRole('region', { name: 'To deliver' });
  await expect(toDeliver).toContainText('1 order waits to be delivered');
  await expect(page.getByRole('region', { name: 'Low stock' })).toContainText('3 tokens left');
  await expect(stat(page, 'Orders (7 days)')).toHaveText('2');
  await expect(stat(page, 'Boosts (7 days)')).toHaveText('4');
  await expect(
    page.getByRole('region', { name: 'Last 7 days' }).getByText('Today so far (UTC)'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Deliver', exact: true })).toHaveCount(0);
  await expect(page.getByText('Get ready to sell')).toHaveCount(0);
  await toDeliver.getByRole('link', { name: 'Look' }).click();
  await expect(page).toHaveURL(/orders\?status=waiting/);
  expect(refused).toEqual([]);
});

test('a viewer can neither select masked keys nor open the storefront form', async ({ shop, helper }) => {
  await shop.storefront({ name: 'W'.repeat(100) });
  await shop.stock(2);
  const [spent, unused] = await shop.keys(2);
  await shop.redeem(spent!);
  const page = await helper('viewer');
  await page.goto('/dashboard/keys');
  const masked = page.getByRole('row', { name: unused!.slice(-5) });
  await expect(masked.getByRole('checkbox')).toBeDisabled();
  await expect(masked.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('row', { name: spent! }).getByRole('button')).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 key selected');
  await page.goto('/dashboard/storefront');
  await expect(page.getByText('Your role does not reach this')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.setViewportSize(phone);
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByText(/^How W+ does\.$/)).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test("a manager's Home links to the orders to deliver", async ({ shop, helper }) => {
  await shop.storefront();
  const order = await shop.order();
  const page = await helper('manager');
  await page.goto('/dashboard');
  await page.getByRole('region', { name: 'To deliver' }).getByRole('link', { name: 'Deliver' }).click();
  await expect(row(page, order)).toBeVisible();
});

test('a manager sees "The built-in page" as live stock preview, not "What customers see"', async ({
  shop,
  helper,
}) => {
  await shop.storefront();
  await shop.call('POST', '/api/save-custom-code', { code: 'export default () => <h1>Mine</h1>;' });
  const page = await helper('manager');
  await page.goto('/dashboard/storefront');
  await page.getByRole('tab', { name: 'Live stock' }).click();
  await expect(page.getByRole('figure').getByText('The built-in page')).toBeVisible();
  await expect(page.getByRole('figure').getByText('What customers see')).toHaveCount(0);
});

test('a manager has no buttons to create or delete storefronts or to renew the secret', async ({
  shop,
  helper,
}) => {
  await shop.storefront();
  await shop.call('PUT', `/api/storefronts/${guild}/fulfilment`, {
    mode: 'webhook',
    url: 'https://service.example/deliver',
  });
  const page = await helper('manager');
  await page.goto('/dashboard/storefront?new=1');
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New storefront' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await page.goto('/dashboard/fulfilment');
  await expect(page.getByText('Only the seller changes secrets.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New Secret' })).toHaveCount(0);
});

test('a helper whose access ends sees a notice, and gets access back once the end is removed', async ({
  shop,
  helper,
}) => {
  await shop.storefront();
  const page = await helper('manager');
  await page.goto('/dashboard');
  await expect(stat(page, 'Orders (7 days)')).toHaveText('0');
  const [pia] = await shop.call<Schema<'Member'>[]>('GET', `/api/storefronts/${guild}/members`);
  const change = (until: string | null) =>
    shop.call('PUT', `/api/storefronts/${guild}/members/${pia!.id}`, { until });
  await change(new Date(Date.now() + 10_000).toISOString());
  await expect(page.getByText('Your access to the storefront has ended')).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(sidebar.getByRole('link')).toHaveText(['Home', 'Suggestions', 'Bugs', 'Chat', 'Settings']);
  await sidebar.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await expect(page.getByText('Autobuy Delivery Text')).toHaveCount(0);
  await sidebar.getByRole('link', { name: 'Home' }).click();
  await change(null);
  await expect(stat(page, 'Orders (7 days)')).toHaveText('0');
});

test("an order's history names the helper who delivered it", async ({ shop, helper, page }) => {
  // Two browsers are at work.
  test.slow();
  await shop.storefront();
  const order = await shop.order();
  const pia = await helper('packer');
  await pia.goto('/dashboard');
  await expect(pia).toHaveURL(/orders\?status=waiting/);
  const box = await open(pia, order);
  await box.getByRole('button', { name: 'Deliver', exact: true }).click();
  await box.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(pia, 'Saved.');
  await page.goto(`/dashboard/orders?order=${order}`);
  await expect(dialog(page).getByRole('region', { name: 'History' })).toContainText('Pia');
});

test("a helper's role and end date are changed, and a new access code signs them in", async ({
  shop,
  helper,
  page,
  browser,
  app,
}) => {
  test.slow();
  await shop.storefront();
  const pia = await helper('viewer');
  await pia.goto('/dashboard/keys');
  await expect(pia.getByText('No keys yet')).toBeVisible();
  await expect(pia.getByRole('button', { name: 'Create keys' })).toHaveCount(0);

  await page.goto('/dashboard/helpers');
  const entry = page.getByRole('listitem').filter({ hasText: 'Pia' });
  await page.getByRole('button', { name: 'Change Pia' }).click();
  await choose(page, 'Role', 'Manager');
  await page.getByLabel('Until').fill('2099-12-31');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(entry).toContainText('Manager');
  await expect(entry).toContainText('2099');
  await pia.reload();
  await expect(pia.getByRole('button', { name: 'Create keys' })).toBeVisible();

  await page.getByRole('button', { name: 'New access code for Pia' }).click();
  await answer(page, 'New code');
  await expect(dialog(page)).toHaveAccessibleName('Access code for Pia');
  const code = await dialog(page).locator('p.font-mono').textContent();
  const context = await browser.newContext({ baseURL: app.origin });
  const again = await context.newPage();
  await again.goto('/');
  await logIn(again, code!);
  await expect(again).toHaveURL('/dashboard');
  await context.close();
});

test("changing a helper's role keeps the time at which their access ends", async ({ shop, page }) => {
  await shop.storefront();
  const path = `/api/storefronts/${guild}/members`;
  const end = '2099-12-24T09:00:00.000Z';
  await shop.call('POST', path, { username: 'Pia', role: 'viewer', until: end });
  const pia = async () => (await shop.call<Schema<'Member'>[]>('GET', path))[0];
  await page.goto('/dashboard/helpers');
  await page.getByRole('button', { name: 'Change Pia' }).click();
  await choose(page, 'Role', 'Manager');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await pia()).toMatchObject({ role: 'manager', until: end });
});

test("a half-typed end date of a helper's access is refused and not sent", async ({ shop, page }) => {
  await shop.storefront();
  const pia = { username: 'Pia', role: 'viewer', until: '2099-12-24T09:00:00Z' };
  await shop.call('POST', `/api/storefronts/${guild}/members`, pia);
  await page.goto('/dashboard/helpers');
  const sent = requestsThat(page, (request) => request.method() !== 'GET');
  const refused = page.getByText('Please enter a valid date, or none');
  const until = page.getByLabel('Until');
  await page.getByRole('button', { name: 'Change Pia' }).click();
  await until.focus();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await expect(refused).toBeVisible();
  await expect(until).toBeFocused();
  await until.fill('12026-12-24');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(refused).toBeVisible();
  await until.fill('2098-12-24');
  await expect(refused).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Add helper' }).click();
  await page.getByLabel('Name').fill('Tom');
  await until.focus();
  await page.keyboard.type('12');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(refused).toBeVisible();
  expect(sent).toEqual([]);
});
