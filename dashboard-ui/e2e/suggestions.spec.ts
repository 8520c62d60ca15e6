import { idle } from './support/clock';
import { answer, button, entry } from './support/controls';
import { expectStats, expectToast, openListening, stat } from './support/dashboard';
import { expectNoSidewaysScroll } from './support/look';
import { cut, refuse, waitPatiently } from './support/network';
import { aSeller } from './support/people';
import type { Shop } from './support/shop';
import { expect, phone, test } from './support/test';

const path = '/dashboard/suggestions';

const suggest = async (person: Shop, title: string, description = 'So that nobody has to ask.') =>
  (
    await person.call<{ suggestion: { id: string } }>('POST', '/api/suggestions/create', {
      title,
      description,
    })
  ).suggestion.id;

test.describe('a seller', () => {
  test.use({ signedInAs: 'seller' });

  test('writes the first suggestion', async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Community Suggestions' })).toBeVisible();
    await expect(page.getByText('No suggestions yet')).toBeVisible();
    const open = button(page, 'New Suggestion');
    await open.click();
    await expect(open).toHaveAttribute('aria-expanded', 'true');
    const title = page.getByLabel('Title');
    await expect(title).toBeFocused();
    await title.fill('  ');
    await button(page, 'Submit Suggestion').click();
    await expect(page.getByText('Please fill in both title and description')).toBeVisible();
    await expect(title).toHaveAttribute('aria-invalid', 'true');

    await title.fill('  Filter orders by guild ');
    await page.getByLabel('Description').fill('One of many servers is hard to find.');
    await title.press('Enter');
    await expectToast(page, 'Suggestion created successfully!');
    await expect(page.getByLabel('Title')).toBeHidden();
    await expect(open).toBeFocused();
    const first = entry(page, 'Filter orders by guild');
    await expect(first.getByText('Pending', { exact: true })).toBeVisible();
    await expect(first.getByText('mika')).toBeVisible();
    await expect(first.getByText('positive')).toHaveCount(0);
    await expectStats(page, { 'Total Suggestions': '1', 'Pending Review': '1', Implemented: '0' });
    await expect(button(page, /Implement|Delete/)).toHaveCount(0);
  });

  test('votes on a suggestion, changes the vote and takes it back', async ({ page, shop }) => {
    const id = await suggest(shop, 'Dark mode');
    await shop.call('POST', `/api/suggestions/vote/${id}`, { voteType: 'up' });
    await page.goto(path);
    const one = entry(page, 'Dark mode');
    await expect(one.getByText('100% positive')).toBeVisible();
    await button(one, 'Downvote, 0').click();
    await expect(button(one, 'Downvote, 1')).toHaveAttribute('aria-pressed', 'true');
    await expectToast(page, 'Vote added!');
    await expect(one.getByText('50% positive')).toBeVisible();
    await button(one, 'Upvote, 1').click();
    await expect(button(one, 'Upvote, 2')).toHaveAttribute('aria-pressed', 'true');
    await expect(button(one, 'Downvote, 0')).toHaveAttribute('aria-pressed', 'false');
    await button(one, 'Upvote, 2').press('Enter');
    await expect(button(one, 'Upvote, 1')).toHaveAttribute('aria-pressed', 'false');
  });

  test('sees the suggestions of others without a reload', async ({ page, shop }) => {
    await openListening(page, path);
    await expect(page.getByText('No suggestions yet')).toBeVisible();
    await suggest(shop, 'Written elsewhere');
    await expect(entry(page, 'Written elsewhere')).toBeVisible();
  });

  test('keeps the typed suggestion when the server fails, and can retry loading', async ({ page, guard }) => {
    guard.allow(/status of 500/);
    await waitPatiently(page);
    const mend = await refuse(page, '**/api/suggestions/*', { status: 500, message: 'no' });
    await page.goto(path);
    await expect(page.getByText('Failed to load suggestions')).toBeVisible();
    await expect(stat(page, 'Total Suggestions')).toContainText('–');
    await button(page, 'New Suggestion').click();
    await page.getByLabel('Title').fill('Kept');
    await page.getByLabel('Description').fill('Kept, too');
    await button(page, 'Submit Suggestion').click();
    await expectToast(page, 'Failed to create suggestion');
    await expect(page.getByLabel('Title')).toHaveValue('Kept');
    await mend();
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('No suggestions yet')).toBeVisible();
  });

  test('can read the longest texts on a phone without sideways scroll', async ({ page, shop }) => {
    await page.setViewportSize(phone);
    await suggest(shop, 'T'.repeat(200), `${'W'.repeat(300)}\n`.repeat(5));
    await page.goto(path);
    await button(page, 'More').click();
    await expect(button(page, 'Less')).toHaveAttribute('aria-expanded', 'true');
    await expectNoSidewaysScroll(page);
  });
});

test.describe('an admin', () => {
  test.use({ signedInAs: 'owner' });

  test('marks a suggestion as implemented and deletes it', async ({ page, app }) => {
    const mika = await aSeller(app);
    await suggest(mika, 'Export the keys');
    // It moves the focus on from what vanishes, and is loaded with the first focus.
    const code = page.waitForResponse(/keep-focus/);
    await page.goto(path);
    const one = entry(page, 'Export the keys');
    await button(one, 'Implement Export the keys').focus();
    await code;
    await idle(page);
    await button(one, 'Implement Export the keys').click();
    await expectToast(page, 'Suggestion marked as implemented!');
    await expect(one.getByText('Implemented', { exact: true })).toBeVisible();
    await expect(button(one, /^Implement/)).toHaveCount(0);
    await expect(one.getByRole('heading')).toBeFocused();
    await expect(stat(page, 'Implemented')).toHaveText('1');

    await button(one, 'Delete Export the keys').click();
    const question = page.getByRole('alertdialog', {
      name: 'Are you sure you want to delete this suggestion?',
    });
    await expect(button(question, 'Cancel')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await button(one, 'Delete Export the keys').click();
    await button(question, 'Delete').click();
    await expectToast(page, 'Suggestion deleted successfully!');
    await expect(one).toHaveCount(0);
  });

  test('has a menu of actions for a suggestion on a phone', async ({ page, shop }) => {
    await suggest(shop, 'Export the keys');
    await page.setViewportSize(phone);
    await page.goto(path);
    const more = button(page, 'Actions for Export the keys');
    await more.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Implement' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(more).toBeFocused();
    await more.click();
    await page.getByRole('menuitem', { name: 'Implement' }).click();
    await expectToast(page, 'Suggestion marked as implemented!');
  });

  test('sees errors when acting on a suggestion that was deleted unnoticed', async ({
    page,
    shop,
    guard,
  }) => {
    guard.allow(/status of 404/, /ERR_FAILED/);
    const id = await suggest(shop, 'Gone');
    await cut(page, '**/api/dashboard/events');
    await page.goto(path);
    await expect(entry(page, 'Gone')).toBeVisible();
    await cut(page, '**/api/suggestions/fetch-all');
    await shop.call('DELETE', `/api/suggestions/delete/${id}`);
    await button(page, 'Implement Gone').click();
    await expectToast(page, 'Failed to mark suggestion as implemented');
    await button(page, 'Upvote, 0').click();
    await expectToast(page, 'Invalid suggestion ID');
    await button(page, 'Delete Gone').click();
    await answer(page, 'Delete');
    await expectToast(page, 'Failed to delete suggestion');
  });
});
