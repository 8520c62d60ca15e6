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

test('puts the focus on the first useful control of a screen, where it stands', async ({ page, shop }) => {
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

test('leads from the old address of Developers to the new one', async ({ page }) => {
  await page.goto('/dashboard/settings/developers');
  await expect(page).toHaveURL('/dashboard/developers');
  await expect(page.getByRole('heading', { level: 1, name: 'Developers' })).toBeVisible();
});
