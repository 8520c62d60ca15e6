import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { choose, clipboard } from './support/controls';
import { expectToast, openListening } from './support/dashboard';
import { expectNoSidewaysScroll } from './support/look';
import { hold, waitPatiently, writesFrom } from './support/network';
import { expect, phone, test } from './support/test';

test.use({ signedInAs: 'owner' });

const input = (page: Page) => page.getByRole('textbox', { name: 'Tokens' });
const card = (page: Page, name = 'One Month Tokens') => page.getByRole('region', { name, exact: true });
const figures = (page: Page, name?: string) => card(page, name).getByRole('definition');
const outcome = (page: Page, name: string) =>
  page
    .locator('dl[aria-live]')
    .locator('div')
    .filter({ has: page.getByText(name, { exact: true }) });

test.beforeEach(async ({ shop }) => {
  await shop.storefront();
});

test('pasted tokens are checked for duplicates and invalid lines before they are added', async ({
  page,
  shop,
}) => {
  await shop.stock(['here-already']);
  await page.goto('/dashboard/stock');
  await expect(figures(page)).toHaveText(['1', '0', '0', '0']);
  await expect(page.getByRole('button', { name: 'Add tokens' })).toBeDisabled();
  await input(page).fill('one\n\nhere-already\ntwo\ntwo\nwith space\n');
  await expect(outcome(page, 'New')).toContainText('2');
  await expect(outcome(page, 'Duplicate')).toContainText(/2.*Lines 3, 5/);
  await expect(outcome(page, 'Invalid')).toContainText(/1.*Line 6/);
  await expect(page.getByText('A token is 1 to 512 printable characters without spaces.')).toBeVisible();
  await page.getByRole('button', { name: 'Add 2 tokens' }).click();
  await expectToast(page, '2 tokens added, 2 duplicates skipped, 1 invalid line skipped');
  await expect(figures(page)).toHaveText(['3', '0', '0', '0']);
  await expect(card(page)).toContainText('6 boosts for sale');
  await expect(input(page)).toHaveValue('with space');
  await expect(figures(page, 'Three Month Tokens')).toHaveText(['0', '0', '0', '0']);
});

test('a double click adds tokens once, and nothing moves when the figures load', async ({ page }) => {
  await waitPatiently(page);
  const arrive = await hold(page, '**/api/storefronts/*/stock');
  await page.goto('/dashboard/stock');
  await input(page).fill('one\ntwo');
  const add = page.getByRole('button', { name: 'Add 2 tokens' });
  const before = await add.boundingBox();
  arrive();
  await expect(figures(page)).toHaveText(['0', '0', '0', '0']);
  expect(await add.boundingBox()).toEqual(before);
  const sent = writesFrom(page);
  await add.dblclick();
  await expectToast(page, '2 tokens added');
  expect(sent).toHaveLength(1);
});

test('tokens can be added from a text file', async ({ page, app }) => {
  await page.goto('/dashboard/stock');
  await choose(page, 'Stock type', 'Three Month Tokens');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a text file' }).click();
  await (await chooser).setFiles(app.write('tokens.txt', 'a1\na2\na3\n'));
  await expect(page.getByText('tokens.txt')).toBeVisible();
  await expect(page.getByText('3 lines')).toBeVisible();
  await page.getByRole('button', { name: 'Add 3 tokens' }).click();
  await expect(figures(page, 'Three Month Tokens')).toHaveText(['3', '0', '0', '0']);
  await expect(input(page)).toBeVisible();
});

test('the first and last tokens of a chosen file are shown shortened before they are added', async ({
  page,
  app,
}) => {
  await page.setViewportSize(phone);
  await page.goto('/dashboard/stock');
  const tokens = ['one', 'two', 'six'].map((end) => `MTA1-and-much-more-${end}`);
  await page.getByLabel('Text file').setInputFiles(app.write('t.csv', ['id,token', ...tokens].join('\n')));
  await expect(outcome(page, 'New')).toContainText('id,token  MTA1…one  …  MTA1…six');
  await expectNoSidewaysScroll(page);
});

test('a text file can be dropped into the token field, and removed', async ({ page }) => {
  await page.goto('/dashboard/stock');
  const files = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['b1\nb2\n'], 'dropped.txt', { type: 'text/plain' }));
    return data;
  });
  await input(page).dispatchEvent('dragover', { dataTransfer: files });
  await expect(page.getByText('Drop the text file here')).toBeVisible();
  await input(page).dispatchEvent('drop', { dataTransfer: files });
  await expect(page.getByText('dropped.txt')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the file' }).click();
  await expect(input(page)).toHaveValue('');
});

test('a file replaces pasted tokens only after a confirmation', async ({ page, app }) => {
  await page.goto('/dashboard/stock');
  await input(page).fill('pasted');
  const file = page.getByLabel('Text file');
  await file.setInputFiles(app.write('tokens.txt', 'a1\na2\n'));
  const question = page.getByRole('alertdialog', { name: 'Replace the tokens?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(input(page)).toHaveValue('pasted');
  await file.setInputFiles(app.write('tokens.txt', 'a1\na2\n'));
  await question.getByRole('button', { name: 'Replace' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByText('tokens.txt')).toBeVisible();
});

test('a file of more than 8 MiB is refused with a toast', async ({ page, app }) => {
  await page.goto('/dashboard/stock');
  await page.getByLabel('Text file').setInputFiles(app.write('tokens.txt', 'a'.repeat(8 * 1024 * 1024 + 1)));
  await expectToast(page, 'That is more than 8 MiB. Please add it in parts.');
  await expect(input(page)).toHaveValue('');
});

test('exported tokens are copied and downloaded, and can be shown again later', async ({ page, shop }) => {
  const tokens = await shop.stock(['first', 'second', 'third']);
  await page.goto('/dashboard/stock');
  await card(page).getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog');
  await expect(page.getByLabel('How many')).toBeFocused();
  for (const wrong of ['0', '4', '1.5', '']) {
    await page.getByLabel('How many').fill(wrong);
    await dialog.getByRole('button', { name: /Take out/ }).click();
    await expect(dialog.getByText('Please enter a number from 1 to 3')).toBeVisible();
    // The message may be that of the last number, but the focus comes back only once this one was checked.
    await expect(page.getByLabel('How many')).toBeFocused();
  }
  await page.getByLabel('How many').fill('2');
  await dialog.getByRole('button', { name: 'Take out 2 tokens' }).click();
  const handed = dialog.getByRole('textbox', { name: 'Exported tokens' });
  await expect(dialog).toHaveAccessibleName('2 tokens taken out');
  const text = await handed.inputValue();
  expect(text.split('\n')).toHaveLength(2);
  for (const token of text.split('\n')) expect(tokens).toContain(token);

  // Neither Escape nor a click beside it closes the dialog.
  await page.keyboard.press('Escape');
  await page.mouse.click(10, 10);
  await expect(handed).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy All' }).click();
  await expect.poll(() => clipboard(page)).toBe(text);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download .txt' }).click();
  expect((await download).suggestedFilename()).toBe('export-OneMonthTokens.txt');
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`${text}\n`);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(page).getByRole('button', { name: 'Export' })).toBeFocused();
  await expect(figures(page)).toHaveText(['1', '0', '0', '0']);

  const recent = page.getByRole('list', { name: 'Recent exports' }).getByRole('listitem');
  await expect(recent).toContainText('2 tokens of One Month Tokens');
  await recent.getByRole('button', { name: 'Show again' }).click();
  await expect(handed).toHaveValue(text);
});

test('the export dialog stays open while it exports, and a toast tells a user who went back', async ({
  page,
  shop,
}) => {
  await shop.stock(3);
  await page.goto('/dashboard/stock');
  await page.getByRole('link', { name: 'Keys' }).click();
  await expect(page).toHaveURL('/dashboard/keys');
  await page.getByRole('link', { name: 'Stock' }).click();
  await expect(page).toHaveURL('/dashboard/stock');
  const arrive = await hold(page, '**/export');
  await card(page).getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog');
  await page.getByLabel('How many').fill('2');
  await dialog.getByRole('button', { name: 'Take out 2 tokens' }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Stop' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(10, 10);
  await expect(dialog).toHaveAccessibleName('Export One Month Tokens');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/keys');
  arrive();
  await expectToast(page, '2 tokens taken out, see Recent exports');
});

test('an export that is stopped closes its dialog, and the screen asks what is left', async ({
  page,
  shop,
}) => {
  await shop.stock(3);
  await page.goto('/dashboard/stock');
  await hold(page, '**/export');
  await card(page).getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Take out 3 tokens' }).click();
  const asked = page.waitForRequest('**/exports');
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expectToast(page, 'Stopped: what was taken out is under Recent exports');
  await expect(dialog).toHaveCount(0);
  await asked;
});

test('stock figures update without a reload when a key is redeemed', async ({ page, shop }) => {
  await shop.stock(11);
  const key = await shop.key(4);
  await openListening(page, '/dashboard/stock');
  await expect(figures(page)).toHaveText(['11', '0', '0', '0']);
  await expect(card(page)).not.toContainText('Low stock');
  await shop.redeem(key);
  await expect(figures(page)).toHaveText(['9', '2', '0', '0']);
  await expect(card(page)).toContainText('Low stock');
  await shop.deliver(key, { ok: 1, failed: 1 });
  await expect(figures(page)).toHaveText(['9', '0', '1', '1']);
  await expect(card(page, 'Three Month Tokens')).toContainText('Out of stock');
});
