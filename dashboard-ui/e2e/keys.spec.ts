import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { choose, clipboard } from './support/controls';
import { expectToast, openListening } from './support/dashboard';
import { expectColour, expectFromTheTop } from './support/look';
import { loseAnswer, refuse } from './support/network';
import { guild } from './support/shop';
import { desktop, expect, phone, test } from './support/test';

test.use({ signedInAs: 'owner' });

const dialog = (page: Page) => page.getByRole('dialog');
/** The numbers of unused, redeemed and revoked keys. */
const totals = (page: Page) => page.getByRole('region', { name: 'Totals' }).getByRole('definition');
const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

type Box = { x: number; y: number; width: number; height: number };

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

test.beforeEach(async ({ shop }) => {
  await shop.storefront();
});

test('a click beside the create dialog closes it only while nothing was typed', async ({ page }) => {
  await page.goto('/dashboard/keys');
  const open = page.getByRole('button', { name: 'Create keys' });
  await open.click();
  await expect(page.getByLabel('How many keys')).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog(page)).toHaveCount(0);
  await open.click();
  await page.getByLabel('How many keys').fill('30');
  await page.mouse.click(5, 5);
  await expect(dialog(page)).toHaveAttribute('open');
  await expect(page.getByLabel('How many keys')).toHaveValue('30');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});

test('keys are created only once when the first answer was lost', async ({ page, guard }) => {
  guard.allow(/ERR_FAILED/);
  await loseAnswer(page, '**/keys', 'POST');
  await page.goto('/dashboard/keys?create');
  await page.getByLabel('How many keys').fill('3');
  const create = dialog(page).getByRole('button', { name: 'Create', exact: true });
  await create.click();
  await expect(dialog(page).getByText('Failed to create keys')).toBeVisible();
  await create.click();
  await expect(dialog(page)).toHaveAccessibleName('3 keys created');
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(rows(page)).toHaveCount(3);
});

test('keys are created from a checked form, copied, downloaded and listed', async ({ page, shop }) => {
  await shop.stock(2);
  await page.goto('/dashboard/keys');
  await expect(page.getByText('No keys yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create keys' }).click();
  const create = dialog(page).getByRole('button', { name: 'Create', exact: true });
  await expect(page.getByLabel('Boosts a key')).toBeFocused();

  // Which numbers are refused is tested in key-rules.test.ts.
  await page.getByLabel('Boosts a key').fill('3');
  await create.click();
  await expect(dialog(page).getByText('Please enter an even number from 2 to 100')).toBeVisible();
  await page.getByLabel('Boosts a key').fill('4');
  await page.getByLabel('How many keys').fill('1001');
  await create.click();
  await expect(dialog(page).getByText('Please enter a number from 1 to 1,000')).toBeVisible();
  await page.getByLabel('How many keys').fill('3');
  await page.getByLabel('Note').fill('Autumn sale');
  const needed = dialog(page).getByText(
    'Redeeming all of them takes 6 tokens; 2 One Month Tokens are available.',
  );
  await expectColour(needed, '--amber');
  await create.click();

  await expect(dialog(page)).toHaveAccessibleName('3 keys created');
  const made = await dialog(page).getByRole('textbox', { name: 'Created keys' }).inputValue();
  const keys = made.split('\n');
  expect(keys).toHaveLength(3);
  for (const key of keys) expect(key).toMatch(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/);
  await dialog(page).getByRole('button', { name: 'Copy All' }).click();
  await expect.poll(() => clipboard(page)).toBe(made);
  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download .txt' }).click();
  expect((await download).suggestedFilename()).toBe('keys.txt');
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`${made}\n`);
  await dialog(page).getByRole('button', { name: 'Done' }).click();

  await expect(rows(page)).toHaveCount(3);
  for (const key of keys) {
    await expect(page.getByRole('row', { name: key })).toContainText(
      /Unused.*4 boosts.*One Month Tokens.*Autumn sale/,
    );
  }
  await page.getByRole('button', { name: `Copy ${keys[0]}`, exact: true }).click();
  await expect.poll(() => clipboard(page)).toBe(keys[0]);
});

test('keys are revoked after a confirmation, and filtered by status', async ({ page, shop }) => {
  await shop.stock(1);
  const [unused, spent, revoked] = (await shop.keys(3)) as [string, string, string];
  await shop.redeem(spent);
  await page.goto('/dashboard/keys');
  await expect(totals(page)).toHaveText(['2', '1', '0']);
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: `Revoke ${spent}` })).toHaveCount(0);
  await page.getByRole('button', { name: `Revoke ${revoked}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Revoke this key?' });
  await expect(question).toContainText(revoked);
  await question.getByRole('button', { name: 'Yes, revoke' }).click();
  await expectToast(page, 'Key revoked!');
  await expect(page.getByRole('row', { name: revoked })).toContainText('Revoked');

  for (const [filter, key] of [
    ['Unused', unused],
    ['Redeemed', spent],
    ['Revoked', revoked],
  ] as const) {
    await choose(page, 'Status', filter);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(key);
    await expect(totals(page)).toHaveText(['1', '1', '1']);
  }
  await shop.call('DELETE', `/api/storefronts/${guild}/keys/${unused}`);
  await expect(totals(page)).toHaveText(['0', '1', '2']);
  await Promise.all([
    // Announced to screen readers for five seconds. Nobody sees it.
    expect(page.getByText('0 keys shown')).toBeAttached(),
    choose(page, 'Status', 'Unused'),
  ]);
  await expect(page.getByText('No matching keys')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(3);
});

test('the parts of a key row do not overlap on a phone', async ({ page, shop }) => {
  await shop.stock(1);
  const [key] = (await shop.keys(1)) as [string];
  await shop.redeem(key);
  for (const width of [390, 375, 360, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/dashboard/keys');
    const row = page.getByRole('row', { name: key });
    const parts = [
      row.getByRole('link', { name: key }),
      row.getByRole('button', { name: `Copy ${key}` }),
      row.getByText('Redeemed', { exact: true }),
      row.getByText('One Month Tokens'),
      row.getByText(/^Redeemed .*20/),
    ];
    // Content that loads above the row may move it between two measurements.
    await expect(async () => {
      const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
      for (const [at, one] of boxes.entries()) {
        expect(one.x + one.width).toBeLessThanOrEqual(width);
        for (const other of boxes.slice(at + 1)) expect(overlap(one, other)).toBe(false);
      }
    }).toPass();
  }
});

test('keys are listed in pages of 50', async ({ page, shop }) => {
  const keys = await shop.keys(60);
  await page.goto('/dashboard/keys');
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.getByRole('button', { name: 'Prev' }).click();
  await expect(rows(page)).toHaveCount(50);
  const first = await rows(page).first().textContent();
  expect(keys.some((key) => first!.includes(key))).toBe(true);
});

test('Prev goes back one page of keys after the create dialog was opened and cancelled', async ({
  page,
  shop,
}) => {
  await shop.keys(110);
  await page.goto('/dashboard/keys');
  for (const there of ['Page 2', 'Page 3']) {
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText(there, { exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Create keys' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Prev' }).click();
  await expect(page.getByText('Page 2', { exact: true })).toBeVisible();
});

test('Back closes the create dialog and asks about what was typed, and Back again leaves the keys', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  const open = page.getByRole('button', { name: 'Create keys' });
  await open.click();
  await expect(dialog(page)).toHaveAccessibleName('Create keys');
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await open.click();
  await page.getByLabel('How many keys').fill('30');
  await page.goBack();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('The keys have not been created.');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('How many keys')).toHaveValue('30');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard/keys');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
});

for (const viewport of [desktop, phone, { width: 320, height: 640 }]) {
  test(`selecting a key moves nothing, and the bar of the selection covers no key (${viewport.width} px)`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(viewport);
    await shop.keys(30);
    await page.goto('/dashboard/keys');
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
    await expect(boxes).toHaveCount(30);
    const stands = () =>
      boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().top + scrollY));
    await page.evaluate(() => document.fonts.ready);
    const before = await stands();
    // Where the bar will be.
    await boxes.nth(15).evaluate((box) => box.scrollIntoView({ block: 'end' }));
    await boxes.nth(15).check();
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar).toBeInViewport({ ratio: 1 });
    const isCovered = async () => overlap((await boxes.nth(15).boundingBox())!, (await bar.boundingBox())!);
    await expect.poll(isCovered).toBe(false);
    expect(await stands()).toEqual(before);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await boxes.last().check();
    await expect(bar).toContainText('2 keys selected');
    await expect(bar).toBeInViewport({ ratio: 1 });
    const list = (await page.getByRole('region', { name: 'Keys', exact: true }).boundingBox())!;
    expect(overlap(list, (await bar.boundingBox())!)).toBe(false);
    const place = await boxes.last().boundingBox();
    await bar.getByRole('button', { name: 'Clear' }).click();
    await expect(bar).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await boxes.last().boundingBox()).toEqual(place);
  });
}

test('selected keys are deselected when the status filter changes', async ({ page, shop }) => {
  await shop.stock(1);
  const [spent, unused] = (await shop.keys(2)) as [string, string];
  await shop.redeem(spent);
  await page.goto('/dashboard/keys');
  await choose(page, 'Status', 'Unused');
  await expect(rows(page)).toHaveCount(1);
  await choose(page, 'Status', 'Redeemed');
  await expect(rows(page)).toContainText(spent);
  await page.goBack();
  await page.getByRole('checkbox', { name: `Select ${unused}` }).check();
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect(selection).toContainText('1 key selected');
  await page.goForward();
  await expect(rows(page)).toContainText(spent);
  await expect(selection).toHaveCount(0);
  await page.goBack();
  await expect(rows(page)).toContainText(unused);
  await expect(selection).toHaveCount(0);
});

test('selected keys are deselected once they are revoked or redeemed', async ({ page, shop }) => {
  await shop.stock(1);
  const [spent, revoked, unused] = (await shop.keys(3)) as [string, string, string];
  await openListening(page, '/dashboard/keys?status=unused');
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const selection = page.getByRole('region', { name: 'Selection' });
  await page.getByRole('button', { name: `Revoke ${revoked}` }).click();
  await page.getByRole('button', { name: 'Yes, revoke' }).click();
  await expectToast(page, 'Key revoked!');
  await expect(selection).toContainText('2 keys selected');
  await shop.redeem(spent);
  await expect(rows(page)).toHaveCount(1);
  await expect(selection).toContainText('1 key selected');
  await page.getByRole('button', { name: 'Copy selected keys' }).click();
  await expect.poll(() => clipboard(page)).toBe(unused);
});

test('copying selected keys omits one that was redeemed while another page was open', async ({
  page,
  shop,
}) => {
  await shop.stock(1);
  const [spent, unused] = (await shop.keys(51)).slice(-2) as [string, string];
  await page.goto('/dashboard/keys?status=unused');
  for (const key of [spent, unused]) await page.getByRole('checkbox', { name: `Select ${key}` }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(rows(page)).toHaveCount(1);
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect(selection).toContainText('2 keys selected');
  await shop.redeem(spent);
  await page.getByRole('button', { name: 'Copy selected keys' }).click();
  await expectToast(page, '1 key left out: used or revoked meanwhile');
  await expect.poll(() => clipboard(page)).toBe(unused);
  await expect(selection).toContainText('1 key selected');
});

test('keys of all pages are downloaded: all unused, those found, or those selected', async ({
  page,
  shop,
}) => {
  await shop.stock(1);
  const [spent, ...unused] = await shop.keys(60);
  await shop.redeem(spent!, { email: 'noor@example.com' });
  await page.goto('/dashboard/keys');
  await expect(rows(page)).toHaveCount(50);
  const save = async (name: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    const file = await download;
    return {
      name: file.suggestedFilename(),
      lines: (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/),
    };
  };
  const all = await save('Unused');
  expect(all.name).toBe('unused-keys.txt');
  expect(all.lines.toSorted()).toEqual(unused.toSorted());

  const beginning = unused[0]!.slice(0, 11);
  await page.getByRole('searchbox', { name: 'Search keys' }).fill(beginning);
  await expect(rows(page)).toHaveCount(1);
  const found = await save('CSV');
  expect(found.name).toBe('keys.csv');
  expect(found.lines).toHaveLength(2);
  expect(found.lines[1]).toContain(unused[0]);

  await page.getByRole('searchbox', { name: 'Search keys' }).fill('');
  const newest = unused.slice(-2);
  for (const key of newest) await page.getByRole('checkbox', { name: `Select ${key}` }).check();
  const chosen = await save('Download');
  expect(chosen.name).toBe('keys.txt');
  expect(chosen.lines.toSorted()).toEqual(newest.toSorted());
});

test('the create dialog keeps its input when the server fails to create keys', async ({ page, guard }) => {
  guard.allow(/status of 500/);
  await page.goto('/dashboard/keys');
  await expect(page.getByText('No keys yet')).toBeVisible();
  await refuse(page, '**/keys', { status: 500, message: 'The database is away.' });
  await page.getByRole('button', { name: 'Create keys' }).click();
  await page.getByLabel('Boosts a key').fill('8');
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog(page).getByText('The database is away.')).toBeVisible();
  await expect(page.getByLabel('Boosts a key')).toHaveValue('8');
});

test('the dialog with 150 new keys is printed from the top of the page', async ({ page }) => {
  await page.goto('/dashboard/keys?create');
  await page.getByLabel('How many keys').fill('150');
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog(page).getByRole('button', { name: 'Copy All' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expectFromTheTop(dialog(page));
});

test('keys are printed black on white, without buttons and navigation', async ({ page, shop }) => {
  await shop.stock(1);
  const [key] = await shop.keys(2);
  await page.goto('/dashboard/keys');
  await expect(page.getByRole('row', { name: key! })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(key!)).toBeVisible();
  await expect(page.getByText(key!)).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});
