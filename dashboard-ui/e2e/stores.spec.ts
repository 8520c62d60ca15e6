import type { Page } from '@playwright/test';
import { answer, choose, fadeSlowly, clipboard } from './support/controls';
import { expectToast, openListening } from './support/dashboard';
import { buy, connectSellAuth, secret } from './support/sellauth';
import { guild } from './support/shop';
import { expect, test } from './support/test';

test.use({ signedInAs: 'owner' });

const stores = '/dashboard/stores';
const inbox = '/dashboard/inbox';

const card = (page: Page, store: string) => page.getByRole('region', { name: store, exact: true });
const calls = (page: Page) => page.getByRole('region', { name: 'Store calls' }).getByRole('listitem');
const dialog = (page: Page) => page.getByRole('dialog');

test.beforeEach(async ({ shop }) => {
  await shop.storefront();
});

test('a store is connected and tested, and a purchase is answered with a key', async ({ page, app }) => {
  await page.goto(stores);
  const sellauth = card(page, 'SellAuth');
  await expect(sellauth).toContainText('Not set up');
  await sellauth.getByRole('button', { name: 'SellAuth' }).click();
  await expect(sellauth.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
  await sellauth.getByRole('button', { name: 'Copy address' }).click();
  await expect.poll(() => clipboard(page)).toBe(`${app.origin}/api/autobuy/sellauth/${guild}`);

  await sellauth.getByLabel('Secret', { exact: true }).fill('short');
  await sellauth.getByRole('button', { name: 'Add secret' }).click();
  await expect(sellauth.getByText('A secret has at least 8 characters')).toBeVisible();
  await sellauth.getByLabel('Secret', { exact: true }).fill(secret);
  await sellauth.getByRole('button', { name: 'Add secret' }).click();
  await expectToast(page, 'Secret added!');
  await expect(sellauth.getByRole('list', { name: 'Secrets' })).toContainText('••••6789');

  await sellauth.getByRole('button', { name: 'Add product' }).click();
  await sellauth.getByLabel('Boosts').fill('3');
  await sellauth.getByRole('button', { name: 'Save products' }).click();
  await expect(sellauth.getByText('Please name the product')).toBeVisible();
  await expect(sellauth.getByText('Even, 2 to 100')).toBeVisible();
  await sellauth.getByLabel('Product', { exact: true }).fill('42');
  await sellauth.getByLabel('Boosts').fill('14');
  await sellauth.getByRole('button', { name: 'Save products' }).click();
  await expectToast(page, 'Products saved!');

  await sellauth.getByRole('button', { name: 'Send a test purchase' }).click();
  await expect(sellauth.getByRole('status').filter({ hasText: 'It works' })).toContainText(
    'XXXXX-XXXXX-XXXXX-XXXXX',
  );
  expect((await buy(page.request, { id: 1 })).status).toBe(403);
  await sellauth.getByRole('button', { name: 'Connect', exact: true }).click();
  await expectToast(page, 'Store connected!');
  await expect(sellauth.getByRole('button', { name: 'SellAuth' })).toContainText('Connected');
  const bought = await buy(page.request, { id: 1 });
  expect(bought).toMatchObject({
    status: 200,
    text: expect.stringMatching(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/),
  });

  await page.getByRole('link', { name: 'Open inbox' }).click();
  await expect(calls(page)).toHaveCount(3);
  await expect(calls(page).first()).toContainText('Delivered');
});

test('a store call is shown in the inbox without a reload, with its verdict and contents', async ({
  page,
  shop,
}) => {
  await connectSellAuth(shop);
  await openListening(page, inbox);
  await expect(page.getByText('No calls yet')).toBeVisible();
  expect((await buy(page.request, { id: 1, signedWith: 'another one' })).status).toBe(401);
  await expect(calls(page).first()).toContainText('Wrong signature');

  expect((await buy(page.request, { id: 1, product: 43 })).status).toBe(422);
  await expect(calls(page).first()).toContainText('Not mapped');
  const { text: key } = await buy(page.request, { id: 2 });
  await expect(calls(page).first()).toContainText('Short of stock');
  await choose(page, 'Verdict', 'Delivered');
  await expect(calls(page)).toHaveCount(1);
  await calls(page).first().getByRole('button').click();
  await expect(dialog(page).getByRole('region', { name: 'Keys' })).toContainText(key);
  await expect(dialog(page).getByRole('region', { name: 'Answer' })).toContainText(key);
  await expect(dialog(page).getByRole('region', { name: 'Body' })).toContainText('"product_id": 42');
  await expect(dialog(page).getByRole('region', { name: 'Headers' })).not.toContainText('signature');
  await fadeSlowly(page);
  await page.keyboard.press('Escape');
  await choose(page, 'Store', 'Whop');
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(page.getByText('No matching calls')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(calls(page)).toHaveCount(3);
});

test('a refused store call can be replayed once its product is mapped', async ({ page, shop }) => {
  await connectSellAuth(shop);
  await buy(page.request, { id: 1, product: 43 });
  await page.goto(inbox);
  await calls(page).first().getByRole('button').click();
  await dialog(page).getByRole('button', { name: 'Replay' }).click();
  await expectToast(page, 'Replayed: Not mapped');

  await shop.call('PUT', `/api/storefronts/${guild}/stores/sellauth/products`, [
    { product: '43', variant: null, stock: 'OneMonthTokens.txt', amount: 2 },
  ]);
  await dialog(page).getByRole('button', { name: 'Replay' }).click();
  await expectToast(page, 'Replayed: Delivered');
  const answer = dialog(page).getByRole('region', { name: 'Answer' }).locator('pre');
  await expect(answer).toHaveText(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/);
  const key = await answer.textContent();
  await dialog(page).getByRole('button', { name: 'Replay' }).click();
  await expectToast(page, 'Replayed: Repeated');
  await expect(answer).toHaveText(key!);
  await page.keyboard.press('Escape');
  await expect(calls(page).filter({ hasText: 'Not mapped' }).last().getByRole('button')).toBeFocused();
  expect((await buy(page.request, { id: 1, product: 43 })).text).toBe(key);

  await page.goto('/dashboard/keys');
  await page.getByRole('searchbox', { name: 'Search keys' }).fill('sellauth 5/1');
  await expect(page.getByRole('row').filter({ hasText: key! })).toContainText('mika@example.com');
  await page.getByRole('searchbox', { name: 'Search keys' }).fill('sellauth 5/2');
  await expect(page.getByText('No matching keys')).toBeVisible();
});

test('a store secret is replaced while both the old and the new one are accepted', async ({ page, shop }) => {
  await connectSellAuth(shop);
  await page.goto(`${stores}?store=sellauth`);
  const sellauth = card(page, 'SellAuth');
  await sellauth.getByRole('button', { name: 'Make one for me' }).click();
  const fresh = (await dialog(page).locator('p.mono').textContent())!;
  await dialog(page).getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => clipboard(page)).toBe(fresh);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(sellauth.getByText('Both secrets are accepted.')).toBeVisible();
  expect((await buy(page.request, { id: 1 })).status).toBe(200);
  expect((await buy(page.request, { id: 2, signedWith: fresh })).status).toBe(200);

  await sellauth.getByRole('button', { name: 'Remove secret 6789' }).click();
  await answer(page, 'Yes, remove');
  await expectToast(page, 'Secret removed!');
  expect((await buy(page.request, { id: 3 })).status).toBe(401);
  expect((await buy(page.request, { id: 3, signedWith: fresh })).status).toBe(200);
  await sellauth.getByRole('button', { name: `Remove secret ${fresh.slice(-4)}` }).click();
  await expect(page.getByRole('alertdialog')).toContainText('the store is disconnected');
  await answer(page, 'Yes, remove');
  await expect(sellauth.getByRole('button', { name: 'SellAuth' })).toContainText('No secret');
});
