import { expectStats, expectToast, stat, storedToken } from './support/dashboard';
import { logIn } from './support/login';
import { expectColour, settled } from './support/look';
import { fillRedeem, redeemButton } from './support/public';
import { customer } from './support/shop';
import { expect, test } from './support/test';

test.use({ settings: { 'delivery.provider': 'simulated' } });

// So many pages take a slow machine long.
test.slow();

test('a new shop gets from the first sign-in to an order that is done', async ({ page, context, app }) => {
  const guild = '804117263958201446';

  await test.step('the seller signs in with the access code of the console', async () => {
    await page.goto('/');
    await logIn(page, app.accessCode);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expectStats(page, { 'Total Orders': '0', 'New Orders': '0', 'Boosts (24h)': '0' });
  });

  await test.step('the seller creates the storefront', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Create storefront' }).click();
    await expect(page).toHaveURL('/dashboard/storefront');
    await page.getByLabel('Name', { exact: true }).fill('Nova Boosts');
    await page.getByLabel('Server ID', { exact: true }).fill(guild);
    await page.getByLabel('Store link').fill('https://nova.example.com/');
    await page.getByLabel('Community link').fill('https://discord.gg/nova');
    await page.getByLabel(/stock footer/).fill('Delivered around the clock');
    await page.getByLabel('Redeem page footer').fill('Questions? Ask us.');
    await page.getByRole('button', { name: 'Create storefront' }).click();
    await expectToast(page, 'Storefront created!');
  });

  await test.step('the seller imports ten tokens', async () => {
    await page.getByRole('group', { name: 'Shop' }).getByRole('link', { name: 'Stock' }).click();
    const tokens = Array.from({ length: 10 }, (_, index) => `story-token-${index}`);
    await page.getByRole('textbox', { name: 'Tokens' }).fill(tokens.join('\n'));
    await page.getByRole('button', { name: 'Add 10 tokens' }).click();
    await expectToast(page, '10 tokens added');
    const card = page.getByRole('region', { name: 'One Month Tokens' });
    await expect(card.getByRole('definition').first()).toHaveText('10');
  });

  let key = '';
  await test.step('the seller creates a key for 14 boosts', async () => {
    await page.getByRole('group', { name: 'Shop' }).getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'Create keys' }).click();
    await expect(page.getByLabel('Boosts a key')).toHaveValue('14');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const created = page.getByRole('dialog', { name: 'Key created' });
    key = await created.getByRole('textbox', { name: 'Created keys' }).inputValue();
    expect(key).toMatch(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/);
    await created.getByRole('button', { name: 'Done' }).click();
  });

  const shop = await context.newPage();
  await test.step('a customer sees the stock', async () => {
    await shop.goto(`/api/${guild}/live-stock`);
    const oneMonth = shop.getByRole('region', { name: '1 Month Stock' });
    await expect(oneMonth.getByRole('definition')).toHaveText(['10', '20']);
  });

  await test.step('the customer redeems the key', async () => {
    await shop.goto(`/api/redeem-order/${guild}`);
    await expect(shop.getByText('Questions? Ask us.')).toBeVisible();
    await fillRedeem(shop, key, { ...customer, discordInvite: 'https://discord.gg/lofi-lounge' });
    await redeemButton(shop).click();
    await expectToast(shop, 'Order redeemed successfully!');
  });

  await test.step('the customer follows the order until it is done', async () => {
    await shop.getByRole('dialog').getByRole('link', { name: 'View Order Status' }).click();
    await expect(shop).toHaveURL(`/api/${guild}/order/${key}/status`);
    await expect(shop.getByRole('heading', { name: 'Order Status' })).toBeVisible();
    await expect(shop.getByText('Delivery finished')).toBeAttached();
    await expect(shop.getByRole('definition')).toHaveText([key, guild, '14', 'One Month Tokens', '7', '0']);
    await expectColour(shop.getByRole('definition').nth(4), '--green');
    await expect(shop.getByRole('link', { name: 'Join Server' })).toHaveAttribute(
      'href',
      'https://discord.gg/lofi-lounge',
    );
  });

  await test.step('the customer sees less stock', async () => {
    await shop.goto(`/${guild}/live-stock`);
    const oneMonth = shop.getByRole('region', { name: '1 Month Stock' });
    await expect(oneMonth.getByRole('definition')).toHaveText(['3', '6']);
  });

  await test.step('the seller finds the key redeemed, without a reload', async () => {
    await expect(page.getByRole('row', { name: key })).toContainText('Redeemed');
  });

  await test.step('the seller finds the order completed', async () => {
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await expect(stat(page, 'Total Orders')).toHaveText('1');
    await expect(stat(page, 'Success Rate (Loaded)')).toHaveText('100.0%');
    await expect(stat(page, 'Total Boosts (Loaded)')).toHaveText('14');
    await expect(stat(page, 'Completed (Loaded)')).toHaveText('1');
    await expect(page.getByText('Page 1 of 1 • Loaded 1 / 1 on this page • All orders: 1')).toBeVisible();
    await page.getByRole('button', { name: key }).click();
    const dialog = page.getByRole('dialog');
    await settled(page);
    await expect(dialog).toContainText('Completed');
    await expect(dialog.getByRole('region', { name: 'Successful tokens' }).getByRole('listitem')).toHaveCount(
      7,
    );
    await page.keyboard.press('Escape');
  });

  await test.step('Home counts the order', async () => {
    await page.getByRole('link', { name: 'Home' }).click();
    await expectStats(page, { 'Total Orders': '1', 'New Orders': '1', 'Boosts (24h)': '14' });
    const activity = page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem');
    await expect(activity.filter({ hasText: 'Order completed' })).toBeVisible();
  });

  await test.step('Home counts the order after a reload', async () => {
    await page.reload();
    await expect(stat(page, 'Total Orders')).toHaveText('1');
  });

  await test.step('the seller signs out', async () => {
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/');
    expect(await storedToken(page)).toBeNull();
  });
});
