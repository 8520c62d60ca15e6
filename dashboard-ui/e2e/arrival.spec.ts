import type { Locator, Page } from '@playwright/test';
import { homeIsThere } from './support/dashboard';
import { expect, test } from './support/test';

test.use({ signedInAs: 'owner' });

const button = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

/** What somebody who comes to a screen most likely wants to use first. */
const screens: Record<string, (page: Page) => Locator> = {
  Orders: (page) => page.getByRole('searchbox', { name: 'Find in all orders' }),
  Storefront: button('Copy the link to: Redeem page'),
  Stock: (page) => page.getByRole('textbox', { name: 'Tokens' }),
  Keys: (page) => page.getByRole('searchbox', { name: 'Search keys' }),
  Stores: (page) => page.getByRole('main').getByRole('listitem').first().getByRole('button').first(),
  Inbox: (page) => page.getByRole('combobox', { name: 'Store' }),
  Fulfilment: (page) => page.getByRole('combobox', { name: 'Orders are delivered' }),
  Insights: button('7 days'),
  Blocklist: (page) => page.getByLabel('Email'),
  Developers: button('Add endpoint'),
  Helpers: button('Add helper'),
};

test('opening a screen focuses its first useful control without scrolling', async ({ page, shop }) => {
  test.slow();
  await shop.storefront();
  await page.goto('/dashboard');
  await homeIsThere(page);
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  for (const [name, control] of Object.entries(screens)) {
    await sidebar.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(control(page), name).toBeFocused();
    await expect(control(page), name).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY), name).toBe(0);
  }
});

test('opening a screen without such a control focuses its heading, also by the Back button', async ({
  page,
}) => {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  await page.goto('/dashboard/settings');
  await expect(heading('Settings')).toBeVisible();
  await expect(heading('Settings')).not.toBeFocused();
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  for (const [entry, name] of [
    ['Suggestions', 'Suggestions'],
    ['Bugs', 'Bug Reports'],
    ['Health', 'Health'],
    ['Home', 'Dashboard'],
  ] as const) {
    await sidebar.getByRole('link', { name: entry, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(heading(name)).toBeFocused();
  }
  for (let step = 0; step < 4; step++) await page.goBack();
  await expect(heading('Settings')).toBeFocused();
});

test('the old URL of Developers redirects to the new one', async ({ page }) => {
  await page.goto('/dashboard/settings/developers');
  await expect(page).toHaveURL('/dashboard/developers');
  await expect(page.getByRole('heading', { level: 1, name: 'Developers' })).toBeVisible();
});
