import { aSeller } from './support/people';
import { expectToast, stat } from './support/dashboard';
import { expect, test } from './support/test';

const path = '/dashboard/health';

test.describe('a seller who opens Health', () => {
  test.use({ signedInAs: 'seller' });

  test('is redirected to Home, which has no Health link', async ({ page }) => {
    await page.goto(path, { waitUntil: 'commit' });
    await expectToast(page, 'Access denied. Admin privileges required.');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('link', { name: 'Health' })).toHaveCount(0);
  });
});

test.describe('the Health screen', () => {
  test.use({ signedInAs: 'owner' });

  test('opens from the sidebar, and shows what fails now and facts about the machine', async ({
    page,
    app,
  }) => {
    await aSeller(app);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Health' }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible();
    await expect(stat(page, 'Fails now')).toHaveText('0');
    await expect(page.getByText('Nothing fails')).toBeVisible();
    await expect(page.getByRole('region', { name: 'The machine' })).toContainText('SQLite');
    await expect(page.getByRole('region', { name: 'The machine' })).toContainText('Never');
  });

  test("shows the server's request id when it cannot be loaded", async ({ page, guard }) => {
    guard.allow(/status of 500/);
    await page.route('**/api/admin/health', (route) =>
      route.fulfill({ status: 500, json: { code: 500, message: 'No.', requestId: '6c0b3f2e9d417a55' } }),
    );
    await page.goto(path);
    await expect(page.getByText('Health could not be loaded')).toBeVisible();
    await expect(page.getByText('6c0b3f2e9d417a55')).toBeVisible();
  });
});
