import type { Page } from '@playwright/test';
import { choose } from './support/controls';
import { list as orderList, row, rows, search } from './support/orders';
import { buy, connectSellAuth } from './support/sellauth';
import { guild } from './support/shop';
import { expect, test } from './support/test';

test.use({ signedInAs: 'owner' });

/** Checks a screen, also after a reload, on going back to it from another screen, and when its address is opened anew. */
async function seesTheSame(page: Page, see: () => Promise<void>) {
  await see();
  const address = page.url();
  await page.reload();
  await see();
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Suggestions' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Suggestions' })).toBeVisible();
  await page.goBack();
  await see();
  await page.goto('about:blank');
  await page.goto(address);
  await see();
}

const keyRows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

test('the orders URL keeps search and status filter on reload, back and reopening', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const wanted = await shop.order({ deliver: { ok: 1 }, discordInvite: 'Tea-House' });
  await shop.order({ deliver: { failed: 1 }, discordInvite: 'Tea-House' });
  await shop.order({ deliver: { ok: 1 } });
  await page.goto('/dashboard/orders');
  await expect(rows(page)).toHaveCount(3);
  await search(page).fill('tea-house');
  await choose(page, 'Status', 'Completed');
  await expect(page).toHaveURL(/find=tea-house/);
  await seesTheSame(page, async () => {
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, wanted)).toBeVisible();
    await expect(search(page)).toHaveValue('tea-house');
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Completed');
  });
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: /Orders/ })
    .click();
  await expect(rows(page)).toHaveCount(3);
  await expect(search(page)).toHaveValue('');
  await expect(orderList(page)).toHaveAttribute('aria-busy', 'false');
});

test('the keys URL keeps status filter, search and page on reload, back and reopening', async ({
  page,
  shop,
}) => {
  // A long list is loaded four times.
  test.slow();
  await shop.storefront();
  const path = `/api/storefronts/${guild}/keys`;
  const wanted = { stock: 'OneMonthTokens.txt', amount: 2, count: 60, note: 'Autumn' };
  await shop.call('POST', path, wanted);
  const [gone] = await shop.keys(1);
  await shop.call('DELETE', `${path}/${gone}`);
  const other = await shop.key();
  await page.goto('/dashboard/keys');
  await choose(page, 'Status', 'Unused');
  await expect(page.getByRole('row', { name: other })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search keys' }).fill('autumn');
  await expect(page.getByRole('row', { name: other })).toHaveCount(0);
  await expect(page).toHaveURL(/q=autumn/);
  await page.getByRole('button', { name: 'Next' }).click();
  await seesTheSame(page, async () => {
    await expect(page.getByText('Page 2')).toBeVisible();
    await expect(keyRows(page)).toHaveCount(10);
    await expect(page.getByRole('searchbox', { name: 'Search keys' })).toHaveValue('autumn');
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Unused');
  });
  await page.getByRole('button', { name: 'Prev' }).click();
  await expect(page.getByText('Page 1')).toBeVisible();
  await expect(keyRows(page)).toHaveCount(50);
  // Another status starts at its first page, whatever page the list was on.
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Page 2')).toBeVisible();
  await choose(page, 'Status', 'Revoked');
  await expect(page.getByText('No matching keys')).toBeVisible();
  await page.goBack();
  await expect(keyRows(page)).toHaveCount(10);
});

test('the inbox URL keeps the store and verdict filters on reload, back and reopening', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  await connectSellAuth(shop);
  await buy(page.request, { id: 1 });
  await buy(page.request, { id: 2, product: 43 });
  await page.goto('/dashboard/inbox');
  const calls = page.getByRole('region', { name: 'Store calls' }).getByRole('listitem');
  await expect(calls).toHaveCount(2);
  await choose(page, 'Store', 'SellAuth');
  await choose(page, 'Verdict', 'Not mapped');
  await seesTheSame(page, async () => {
    await expect(calls).toHaveCount(1);
    await expect(calls).toContainText('Not mapped');
    await expect(page.getByRole('combobox', { name: 'Store' })).toContainText('SellAuth');
  });
});

test('the admin logs URL keeps search and filters on reload, back and reopening', async ({ page, shop }) => {
  await shop.call('POST', '/api/suggestions/create', { title: 'Dark mode', description: 'D' });
  await page.goto('/dashboard/admin');
  const titles = page.getByRole('region', { name: 'Logs', exact: true }).getByRole('heading');
  await choose(page, 'Action', 'Suggestion Created');
  await choose(page, 'Severity', 'Info');
  const search = page.getByPlaceholder('Search by username, action, or details...');
  await search.fill('dark');
  await expect(page).toHaveURL(/q=dark/);
  await seesTheSame(page, async () => {
    await expect(search).toHaveValue('dark');
    await expect(page.getByRole('combobox', { name: 'Action' })).toHaveText('Suggestion Created');
    await expect(titles).toHaveText(['Suggestion Created']);
  });
});
