import { aSeller } from './support/people';
import { expectToast, stat } from './support/dashboard';
import { expect, test } from './support/test';

const path = '/dashboard/health';

test.describe('for a seller', () => {
  test.use({ signedInAs: 'seller' });

  test('how the product is doing is not there', async ({ page }) => {
    await page.goto(path);
    await expectToast(page, 'Access denied. Admin privileges required.');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('link', { name: 'Health' })).toHaveCount(0);
  });
});

test.describe('for an admin', () => {
  test.use({ signedInAs: 'owner' });

  test('it says what waits and what fails', async ({ page, app }) => {
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

  test('a failure shows what the server calls the request', async ({ page, guard }) => {
    guard.allow(/status of 500/);
    await page.route('**/api/admin/health', (route) =>
      route.fulfill({ status: 500, json: { code: 500, message: 'No.', requestId: '6c0b3f2e9d417a55' } }),
    );
    await page.goto(path);
    await expect(page.getByText('How it is could not be loaded')).toBeVisible();
    await expect(page.getByText('6c0b3f2e9d417a55')).toBeVisible();
  });
});
