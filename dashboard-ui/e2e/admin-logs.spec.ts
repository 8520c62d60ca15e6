import type { Locator, Page } from '@playwright/test';
import { choose } from './support/controls';
import { expectNoSidewaysScroll } from './support/look';
import { refuse } from './support/network';
import { aSeller } from './support/people';
import { expectToast, stat } from './support/dashboard';
import { desktop, expect, phone, test } from './support/test';

const path = '/dashboard/admin';
const logs = (page: Page) => page.getByRole('region', { name: 'Logs', exact: true });
const titles = (page: Page) => logs(page).getByRole('heading');
const search = (page: Page) => page.getByPlaceholder('Search by username, action, or details...');

test.describe('a seller who opens the admin logs', () => {
  test.use({ signedInAs: 'seller' });

  test('is redirected to Home with an "Access denied" toast', async ({ page }) => {
    await page.goto(path, { waitUntil: 'commit' });
    await expectToast(page, 'Access denied. Admin privileges required.');
    await expect(page).toHaveURL('/dashboard');
  });

  test('is redirected to Home when only the logs API says that they are no admin', async ({
    page,
    guard,
  }) => {
    guard.allow(/status of 403/);
    // The right was lost between the session check and the call.
    await page.route('**/api/user/me', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), admin: true } });
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expectToast(page, 'Access denied. Admin privileges required.');
    await expect(page).toHaveURL('/dashboard');
  });
});

test.describe('the admin logs', () => {
  test.use({ signedInAs: 'owner' });

  test.beforeEach(async ({ app }) => {
    const mika = await aSeller(app);
    await mika.call('POST', '/api/suggestions/create', { title: 'Dark mode', description: 'D' });
    await mika.call('POST', '/api/user/reset-access-code');
  });

  test('show totals, and each entry with its user, IP address and age', async ({ page }) => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Admin' }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Logs' })).toBeVisible();
    await expect(stat(page, 'Total Logs')).toHaveText(/^\d+$/);
    const total = await stat(page, 'Total Logs').textContent();
    await expect(stat(page, "Today's Activity")).toHaveText(total!);
    await expect(stat(page, 'Errors')).toHaveText('0');
    await expect(stat(page, 'Access Code Resets')).toHaveText('1');

    const reset = logs(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Access Code Reset' }) });
    await expect(reset.getByText('mika')).toBeVisible();
    await expect(reset.getByText('127.0.0.1')).toBeVisible();
    await expect(reset.getByText(/^\d+[smhd] ago$/)).toBeVisible();
  });

  test('can be searched, and filtered by action and severity', async ({ page }) => {
    await page.goto(path);
    await expect(titles(page).first()).toBeVisible();
    await search(page).fill('DARK');
    await expect(titles(page)).toHaveText(['Suggestion Created']);
    await search(page).fill('access code');
    await expect(titles(page)).toHaveText(['Access Code Reset']);
    await search(page).fill('nothing like it');
    await expect(page.getByText('No matching logs')).toBeVisible();
    await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(search(page)).toHaveValue('');

    await choose(page, 'Action', 'Suggestion Created');
    await expect(titles(page)).toHaveText(['Suggestion Created']);
    await choose(page, 'Severity', 'Error');
    await expect(page.getByText('No matching logs')).toBeVisible();
    await page.getByRole('combobox', { name: 'Severity' }).click();
    await expect(page.getByRole('option')).toHaveText([
      'All Severities',
      'Info',
      'Success',
      'Warning',
      'Error',
    ]);
    await page.keyboard.press('Escape');
  });

  test('have their refresh button beside the filters on a tablet, and below them on a phone', async ({
    page,
  }) => {
    await page.goto(path);
    const box = async (one: Locator) => (await one.boundingBox())!;
    const refresh = page.getByRole('button', { name: 'Refresh' });
    const filter = page.getByRole('combobox', { name: 'Severity' });
    for (const width of [640, 1023]) {
      await page.setViewportSize({ width, height: 800 });
      expect((await box(refresh)).y).toBe((await box(filter)).y);
      expect((await box(refresh)).width).toBeLessThan(160);
    }
    await page.setViewportSize(phone);
    expect((await box(refresh)).width).toBe((await box(search(page))).width);
  });

  test('are refreshed by a button, and say when a refresh or the first load fails', async ({
    page,
    guard,
  }) => {
    guard.allow(/status of 500/);
    await page.goto(path);
    await expect(titles(page).first()).toBeVisible();
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await refresh.click();
    await expectToast(page, 'Logs refreshed successfully');
    await refuse(page, '**/api/admin/logs?*', { status: 500 });
    await refresh.click();
    await expectToast(page, 'Failed to refresh logs');
    await expect(titles(page).first()).toBeVisible();
    await page.reload();
    await expect(page.getByText('Failed to fetch logs')).toBeVisible();
  });

  // Imitated: on a real server, signing in to look at the log has made an entry.
  test('show "No logs yet" when there are no entries', async ({ page }) => {
    const counts = { total: 0, today: 0, errors: 0, accessCodeResets: 0, actions: [] };
    await page.route('**/api/admin/logs?*', (route) =>
      route.fulfill({ json: { logs: [], next: null, counts } }),
    );
    await page.goto(path);
    await expect(page.getByText('No logs yet')).toBeVisible();
    await expect(page.getByText('User activity logs will appear here')).toBeVisible();
  });

  test('load the next page by "Load more", without sideways scroll in both sizes', async ({
    page,
    app,
    shop,
  }) => {
    test.slow();
    const long = await aSeller(app, 'n'.repeat(40));
    for (let number = 0; number < 110; number++) {
      const title = `${'T'.repeat(190)}${number}`;
      await (number % 2 ? shop : long).call('POST', '/api/suggestions/create', { title, description: 'D' });
    }
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size);
      await page.goto(path);
      await expect(titles(page)).toHaveCount(100);
      await Promise.all([
        // For five seconds.
        expect(page.getByText(/^\d+ logs shown$/)).toBeAttached(),
        page.getByRole('button', { name: 'Load more' }).click(),
      ]);
      expect(await titles(page).count()).toBeGreaterThan(110);
      await expect(logs(page).getByRole('listitem').nth(100)).toBeFocused();
      await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
      await expectNoSidewaysScroll(page);
    }
  });

  test('wrap a user id that is longer than a line beside its copy button', async ({ page }) => {
    const userId = 'n'.repeat(100);
    const entry = { id: '1', username: 'nova', userId, action: 'login', severity: 'info', details: '' };
    const logs = [{ ...entry, timestamp: '2026-11-20T12:00:00Z' }];
    await page.route('**/api/admin/logs?*', (route) => route.fulfill({ json: { logs, next: null } }));
    await page.goto(path);
    for (const size of [phone, { width: 768, height: 1024 }, desktop]) {
      await page.setViewportSize(size);
      const id = page.getByText(userId);
      await expect(id).toBeVisible();
      // The whole id is inside the row, and none of it is cut off.
      const right = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().right);
      const copy = page.getByRole('button', { name: 'Copy the id of nova' });
      const row = page.getByRole('listitem').filter({ has: copy });
      expect(await id.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
      expect(await right(id)).toBeLessThanOrEqual(await right(copy));
      expect(await right(copy)).toBeLessThanOrEqual(await right(row));
      await copy.click();
      await expectNoSidewaysScroll(page);
    }
  });

  test('show the user id of an entry, which can wrap and be copied', async ({ page }) => {
    await page.goto(path);
    const entry = logs(page).getByRole('listitem').first();
    await expect(entry).toContainText(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/);
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
    }
    // The id may wrap after each of its groups.
    await expect(entry.getByText(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/).locator('wbr')).toHaveCount(
      4,
    );
    await entry.getByRole('button', { name: /^Copy the id of / }).click();
    await expectToast(page, 'Copied');
  });
});
