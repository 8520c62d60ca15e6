import { button, choose, entry } from './support/controls';
import { expectNoSidewaysScroll } from './support/look';
import { refuse } from './support/network';
import { aSeller } from './support/people';
import type { Shop } from './support/shop';
import { expectStats, expectToast, stat } from './support/dashboard';
import { expect, phone, test } from './support/test';

const path = '/dashboard/report-bugs';

const report = (person: Shop, title: string, more: object = {}) =>
  person.call<{ bug: { _id: string } }>('POST', '/api/bugs/create', {
    title,
    description: 'It does.',
    steps: '',
    expectedBehavior: '',
    actualBehavior: '',
    severity: 'low',
    ...more,
  });

test.describe('a seller', () => {
  test.use({ signedInAs: 'seller' });

  test('reports the first bug', async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText('No bug reports yet')).toBeVisible();
    await button(page, 'Report First Bug').click();
    const title = page.getByLabel('Title');
    await expect(title).toBeFocused();
    await expect(button(page, 'Report Bug')).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('combobox', { name: 'Severity' })).toHaveText('Medium');
    await title.fill('Copy All leaves one out');
    await button(page, 'Submit Report').click();
    await expect(page.getByText('Please fill in at least the title and description')).toBeVisible();
    await expect(page.getByLabel('Description')).toBeFocused();

    await page.getByLabel('Description').fill('The last token is missing.');
    await page.getByLabel('Steps to reproduce').fill('1. Open\n2. Copy');
    await page.getByLabel('Expected behaviour').fill('All of them');
    await page.getByLabel('Actual behaviour').fill('All but one');
    await choose(page, 'Severity', 'Critical');
    await button(page, 'Submit Report').click();
    await expectToast(page, 'Bug report created successfully!');
    await expect(page.getByLabel('Title')).toBeHidden();

    const bug = entry(page, 'Copy All leaves one out');
    await expect(bug.getByText('Critical', { exact: true })).toBeVisible();
    await expect(bug.getByText('Open', { exact: true })).toBeVisible();
    await button(bug, 'More').click();
    for (const text of ['1. Open 2. Copy', 'All of them', 'All but one']) {
      await expect(bug.getByRole('definition').filter({ hasText: text })).toBeVisible();
    }
    await expectStats(page, { 'Total Reports': '1', Open: '1', Fixed: '0', Critical: '1' });
    await expect(button(page, /Mark Fixed|Delete/)).toHaveCount(0);
  });

  test('sees on a phone that title and description are missing, and each field says so', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto(path);
    await button(page, 'Report Bug').click();
    await button(page, 'Submit Report').click();
    await expect(page.getByText('Please fill in at least the title and description')).toBeInViewport();
    for (const field of ['Title', 'Description']) {
      await expect(page.getByLabel(field)).toHaveAccessibleDescription(
        'Please fill in at least the title and description',
      );
    }
  });

  test('keeps a typed title when the form is toggled, and loses it on Cancel', async ({ page }) => {
    await page.goto(path);
    const toggle = button(page, 'Report Bug');
    await toggle.click();
    await page.getByLabel('Title').fill('Half a title');
    await toggle.click();
    await expect(page.getByLabel('Title')).toBeHidden();
    await toggle.click();
    await expect(page.getByLabel('Title')).toHaveValue('Half a title');
    await button(page, 'Cancel').click();
    await expect(toggle).toBeFocused();
    await toggle.click();
    await expect(page.getByLabel('Title')).toHaveValue('');
  });

  test('sees an error when bugs cannot be loaded or reported, and keeps the typed title', async ({
    page,
    guard,
  }) => {
    guard.allow(/status of 500/);
    await refuse(page, '**/api/bugs/*', { status: 500, message: 'no' });
    await page.goto(path);
    await expect(page.getByText('Failed to load bug reports')).toBeVisible();
    await button(page, 'Report Bug').click();
    await page.getByLabel('Title').fill('T');
    await page.getByLabel('Description').fill('D');
    await button(page, 'Submit Report').click();
    await expectToast(page, 'Failed to create bug report');
    await expect(page.getByLabel('Title')).toHaveValue('T');
  });
});

test.describe('an admin', () => {
  test.use({ signedInAs: 'owner' });

  test('marks a bug report as fixed and deletes it', async ({ page, app }) => {
    const mika = await aSeller(app);
    await report(mika, 'The clock is wrong');
    await page.goto(path);
    const bug = entry(page, 'The clock is wrong');
    await button(bug, 'Mark Fixed The clock is wrong').click();
    await expectToast(page, 'Bug marked as fixed!');
    await expect(bug.getByText('Fixed', { exact: true })).toBeVisible();
    await expect(button(bug, /^Mark Fixed/)).toHaveCount(0);
    await button(bug, 'Delete The clock is wrong').click();
    const question = page.getByRole('alertdialog', {
      name: 'Are you sure you want to delete this bug report?',
    });
    await button(question, 'Delete').click();
    await expectToast(page, 'Bug report deleted successfully!');
    await expect(page.getByText('No bug reports yet')).toBeVisible();
  });

  test('sees an error toast when marking as fixed or deleting fails', async ({ page, shop, guard }) => {
    guard.allow(/status of 503/);
    await report(shop, 'The clock is wrong');
    await refuse(page, /api\/bugs\/(fix|delete)/, { status: 503, message: 'Later' });
    await page.goto(path);
    await button(page, /^Mark Fixed/).click();
    await expectToast(page, 'Failed to mark bug as fixed');
    await button(page, /^Delete/).click();
    const question = page.getByRole('alertdialog');
    await button(question, 'Delete').click();
    await expectToast(page, 'Failed to delete bug report');
    await expect(question).toBeVisible();
  });

  test('pages through many reports, on a phone', async ({ page, shop }) => {
    await page.setViewportSize(phone);
    for (let number = 1; number <= 101; number++) await report(shop, `${'B'.repeat(190)}${number}`);
    await page.goto(path);
    await expect(page.getByRole('list').getByRole('heading')).toHaveCount(100);
    await expect(stat(page, 'Total Reports')).toHaveText('101');
    await button(page, 'Load more').click();
    await expect(page.getByRole('list').getByRole('heading')).toHaveCount(101);
    await expect(button(page, 'Load more')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  });
});
