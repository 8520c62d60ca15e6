import type { Page } from '@playwright/test';
import { choose, clipboard } from './support/controls';
import { expectToast } from './support/dashboard';
import { writesFrom } from './support/network';
import { aSeller } from './support/people';
import { guild } from './support/shop';
import { expect, test } from './support/test';

test.use({ signedInAs: 'owner' });

test('the settings screen shows the access code, and its former tabs redirect', async ({ page }) => {
  await page.goto('/dashboard/settings/general');
  await expect(page).toHaveURL('/dashboard/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Access Code Management' })).toBeVisible();
  for (const [name, slug] of [
    ['Storefront', 'storefront'],
    ['Stock', 'stock'],
    ['Keys', 'keys'],
    ['Stores', 'stores'],
    ['Inbox', 'inbox'],
    ['Blocklist', 'blocklist'],
    ['Helpers', 'helpers'],
    ['Fulfilment', 'fulfilment'],
  ] as const) {
    await page.goto(`/dashboard/settings/${slug}?guild=${guild}`);
    await expect(page).toHaveURL(`/dashboard/${slug}?guild=${guild}`);
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  }
});

test('shop screens link a seller without a storefront to creating one', async ({ page }) => {
  for (const tab of ['stock', 'keys', 'stores', 'inbox', 'helpers', 'fulfilment']) {
    await page.goto(`/dashboard/${tab}`);
    await expect(page.getByText('Create your storefront first')).toBeVisible();
    await page.getByRole('link', { name: 'Create storefront' }).click();
    await expect(page).toHaveURL('/dashboard/storefront');
  }
});

test.describe('the storefront', () => {
  const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
  const create = (page: Page) => page.getByRole('button', { name: 'Create storefront' });

  test('is not created with wrong fields, and each of them shows an error', async ({
    page,
    shop,
    app,
    guard,
  }) => {
    guard.allow(/status of 409/);
    await page.goto('/dashboard/storefront');
    await field(page, 'Server ID').fill('123');
    await page.getByLabel('Store link').fill('javascript:alert(1)');
    await create(page).click();
    for (const said of [
      'Please give your storefront a name',
      'A server id is 17 to 20 digits',
      'Please enter an address with https://',
    ]) {
      await expect(page.getByText(said)).toBeVisible();
    }
    await expect(field(page, 'Name')).toBeFocused();
    await expect(field(page, 'Name')).toHaveAttribute('aria-invalid', 'true');

    // Another seller was faster.
    await aSeller(app);
    await app.operate('storefront', 'add', guild, '--seller', 'mika');
    await field(page, 'Name').fill('Nova Boosts');
    await field(page, 'Server ID').fill(guild);
    await page.getByLabel('Store link').fill('');
    await create(page).click();
    await expect(page.getByText('This server already has a storefront.')).toBeVisible();
    await expect(field(page, 'Server ID')).toBeFocused();
    expect(await shop.call('GET', '/api/storefronts')).toEqual([]);
  });

  test('is created and changed, and customers see its colour and footer', async ({ page, context, shop }) => {
    await page.goto('/dashboard/storefront');
    await field(page, 'Name').fill('Nova Boosts');
    await field(page, 'Server ID').fill(guild);
    await create(page).click();
    await expectToast(page, 'Storefront created!');
    await expect(page.getByText('Unsaved changes')).toHaveCount(0);

    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect(save).toBeDisabled();
    await field(page, 'Name').fill('Nova & Sons');
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await field(page, 'Colour').fill('#ffd400');
    await page.getByLabel('Store link').fill('https://nova.example.com/');
    await page.getByLabel('Redeem page footer').fill('Ask us <b>anything</b>');
    await page.getByLabel('Log channel ID').fill('not an id');
    await save.click();
    await expect(page.getByText('An id has 17 to 20 digits')).toBeVisible();
    await page.getByLabel('Log channel ID').fill('918430295761048371');
    await save.click();
    await expectToast(page, 'Storefront saved!');
    await expect(page.getByText('Unsaved changes')).toHaveCount(0);
    expect(await shop.call('GET', `/api/storefronts/${guild}`)).toMatchObject({
      name: 'Nova & Sons',
      embedColor: '#ffd400',
      storeLink: 'https://nova.example.com/',
      discordLink: null,
      redeemFooter: 'Ask us <b>anything</b>',
      logChannelId: '918430295761048371',
      lowStockRoleId: '',
      problems: [],
    });

    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Redeem page' }).click();
    const customer = await opened;
    await expect(customer.getByText('Ask us <b>anything</b>', { exact: true })).toBeVisible();
    await expect(customer.getByRole('button', { name: 'Redeem Now' })).toHaveCSS(
      'background-color',
      'rgb(255, 212, 0)',
    );
  });

  test('has links that can be opened, copied and shown as a QR code', async ({ page, app, shop }) => {
    await shop.storefront();
    await page.goto('/dashboard/storefront');
    const links = page.getByRole('region', { name: 'Links to share' });
    const redeem = `${app.origin}/api/redeem-order/${guild}`;
    await expect(links.getByRole('link', { name: 'Redeem page' })).toHaveAttribute('href', redeem);
    await links.getByRole('button', { name: 'Copy the link to: Redeem page' }).click();
    await expect.poll(() => clipboard(page)).toBe(redeem);
    await links.getByRole('button', { name: 'QR code of: Redeem page' }).click();
    const code = page.getByRole('dialog', { name: 'Redeem page' });
    await expect(code.getByRole('img', { name: `QR code of ${redeem}` })).toBeVisible();
    const download = page.waitForEvent('download');
    await code.getByRole('button', { name: 'Download .svg' }).click();
    expect((await download).suggestedFilename()).toBe('redeem-page.svg');
  });

  test('asks before unsaved changes are lost', async ({ page, shop }) => {
    await shop.storefront();
    await shop.storefront({ guildId: '998877665544332211', name: 'Second' });
    await page.goto('/dashboard/storefront');
    await field(page, 'Name').fill('Nova & Sons');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    for (const leave of [
      () => page.getByRole('group', { name: 'Shop' }).getByRole('link', { name: 'Keys' }).click(),
      () => choose(page, 'Storefront', 'Second'),
      () => page.getByRole('button', { name: 'New storefront' }).click(),
    ]) {
      await leave();
      await question.getByRole('button', { name: 'Stay' }).click();
      await expect(question).toHaveCount(0);
      await expect(field(page, 'Name')).toHaveValue('Nova & Sons');
    }
    await page.getByRole('button', { name: 'New storefront' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(field(page, 'Name')).toHaveValue('');
    await expect(create(page)).toBeVisible();
  });

  test('is deleted only after its name is typed to confirm', async ({ page, shop }) => {
    await shop.storefront();
    await shop.stock(3);
    await page.goto('/dashboard/storefront');
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Nova Boosts?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    expect(await shop.call('GET', '/api/storefronts')).toHaveLength(1);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(question).toContainText('3 tokens in stock stay kept');
    await expect(question).toContainText('Unused keys stay unspent');
    await expect(question).toContainText('Orders stay on your list');
    await expect(question.getByRole('button', { name: 'Yes, delete' })).toBeDisabled();
    await question.getByLabel('Type Nova Boosts to delete it').fill('Nova');
    await expect(question.getByRole('button', { name: 'Yes, delete' })).toBeDisabled();
    await question.getByLabel('Type Nova Boosts to delete it').fill('Nova Boosts');
    await question.getByRole('button', { name: 'Yes, delete' }).click();
    await expectToast(page, 'Storefront deleted!');
    await expect(create(page)).toBeVisible();
    expect(await shop.call('GET', '/api/storefronts')).toEqual([]);
  });

  test('is not saved by Enter in the dialog that confirms its deletion', async ({ page, shop }) => {
    await shop.storefront();
    await page.goto('/dashboard/storefront');
    await field(page, 'Name').fill('Nova & Sons');
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Nova Boosts?' });
    const typed = question.getByLabel('Type Nova Boosts to delete it');
    const writes = writesFrom(page);
    await typed.fill('Nova Boosts');
    await typed.press('Enter');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    expect(writes).toEqual([]);
  });

  test('can be one of several, and the choice is kept on other screens', async ({ page, shop }) => {
    await shop.storefront();
    await shop.storefront({ guildId: '998877665544332211', name: 'Second' });
    await page.goto('/dashboard/storefront');
    await choose(page, 'Storefront', 'Second');
    await expect(field(page, 'Name')).toHaveValue('Second');
    await expect(page).toHaveURL(/guild=998877665544332211/);
    await page.getByRole('group', { name: 'Shop' }).getByRole('link', { name: 'Stock' }).click();
    await expect(page.getByRole('combobox', { name: 'Storefront' })).toHaveText('Second');
  });
});
