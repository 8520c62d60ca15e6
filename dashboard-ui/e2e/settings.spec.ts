import type { Page } from '@playwright/test';
import { choose } from './support/controls';
import { expectToast } from './support/dashboard';
import { aSeller } from './support/people';
import { guild } from './support/shop';
import { expect, test } from './support/test';

test.use({ signedInAs: 'owner' });

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Settings' });

test('has a tab and an address for each of its screens', async ({ page }) => {
  await page.goto('/dashboard/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(tabs(page).locator('[aria-current=page]')).toHaveCount(1);
  for (const [name, path] of [
    ['Storefront', '/dashboard/settings/storefront'],
    ['Stock', '/dashboard/settings/stock'],
    ['Keys', '/dashboard/settings/keys'],
    ['Fulfilment', '/dashboard/settings/fulfilment'],
  ] as const) {
    await tabs(page).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(tabs(page).locator('[aria-current=page]')).toHaveText([name]);
  }
});

test('leads a seller without a storefront to making one', async ({ page }) => {
  for (const tab of ['stock', 'keys', 'fulfilment']) {
    await page.goto(`/dashboard/settings/${tab}`);
    await expect(page.getByText('Create your storefront first')).toBeVisible();
    await page.getByRole('link', { name: 'Create storefront' }).click();
    await expect(page).toHaveURL('/dashboard/settings/storefront');
  }
});

test.describe('the storefront', () => {
  const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
  const create = (page: Page) => page.getByRole('button', { name: 'Create storefront' });

  test('is refused with a sentence beside each wrong field', async ({ page, shop, app, guard }) => {
    guard.allow(/status of 409/);
    await page.goto('/dashboard/settings/storefront');
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

  test('is made, changed and shown to customers in its colour', async ({ page, context, shop }) => {
    await page.goto('/dashboard/settings/storefront');
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

  test('is deleted after a question', async ({ page, shop }) => {
    await shop.storefront();
    await page.goto('/dashboard/settings/storefront');
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Nova Boosts?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    expect(await shop.call('GET', '/api/storefronts')).toHaveLength(1);
    await page.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Yes, delete' }).click();
    await expectToast(page, 'Storefront deleted!');
    await expect(create(page)).toBeVisible();
    expect(await shop.call('GET', '/api/storefronts')).toEqual([]);
  });

  test('can be one of several, and the choice goes along', async ({ page, shop }) => {
    await shop.storefront();
    await shop.storefront({ guildId: '998877665544332211', name: 'Second' });
    await page.goto('/dashboard/settings/storefront');
    await choose(page, 'Storefront', 'Second');
    await expect(field(page, 'Name')).toHaveValue('Second');
    await expect(page).toHaveURL(/guild=998877665544332211/);
    await tabs(page).getByRole('link', { name: 'Stock' }).click();
    await expect(page.getByRole('combobox', { name: 'Storefront' })).toHaveText('Second');
  });
});
