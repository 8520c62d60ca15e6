import type { Page } from '@playwright/test';
import { stopClock } from './support/clock';
import { answer, button, clipboard } from './support/controls';
import { expectLedToLogin, expectToast, openListening, storedToken } from './support/dashboard';
import { expectColour, expectNoSidewaysScroll, settled } from './support/look';
import { logIn } from './support/login';
import { hold, refuse, waitPatiently } from './support/network';
import { guild, Shop } from './support/shop';
import { expect, phone, test } from './support/test';

const path = '/dashboard/settings';
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
test.describe('the access code', () => {
  test.use({ signedInAs: 'owner' });

  test('shows its load error and a busy Retry button while it is loaded again', async ({ page, guard }) => {
    guard.allow(/status of 503/);
    const settings = '**/api/user/settings';
    await refuse(page, settings, { status: 503 });
    // Otherwise the page may ask again by itself, and ignore the button meanwhile.
    await waitPatiently(page);
    await page.goto(path);
    const failed = page.getByRole('alert').filter({ hasText: 'Failed to load settings' });
    const retry = failed.getByRole('button', { name: 'Retry' });
    await expect(retry).toBeVisible();
    const release = await hold(page, settings);
    await retry.click();
    await expect(retry).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(retry).not.toHaveAttribute('aria-busy');
  });

  const code = (page: Page) => page.getByLabel('Access code', { exact: true });

  test('is masked, can be shown and copied, and is near a link to the live stock editor', async ({
    page,
    app,
  }) => {
    await page.goto(path);
    await expect(code(page)).toHaveAttribute('type', 'password');
    await button(page, 'Show access code').click();
    await expect(code(page)).toHaveAttribute('type', 'text');
    await expect(code(page)).toHaveValue(app.accessCode);
    await button(page, 'Hide access code').click();
    await expect(code(page)).toHaveAttribute('type', 'password');
    await button(page, 'Copy access code').click();
    await expectToast(page, 'Access code copied!');
    expect(await clipboard(page)).toBe(app.accessCode);
    await expect(page.getByText('Last Reset: Never')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit Live Stock' })).toHaveAttribute(
      'href',
      '/dashboard/edit-live-stock',
    );
  });

  test('is reset after a confirmation, then shown once, and other sessions end', async ({
    page,
    app,
    shop,
  }) => {
    await page.goto(path);
    await button(page, 'Reset Access Code').click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await button(page, 'Reset Access Code').click();
    await question.getByRole('button', { name: 'Yes, Reset Code' }).click();
    await expectToast(page, 'Access code reset successfully!');

    const shown = page.getByRole('dialog', { name: 'Your new access code' });
    await page.keyboard.press('Escape');
    await expect(shown).toBeVisible();
    await shown.getByRole('button', { name: 'Copy' }).click();
    await expectToast(page, 'New code copied!');
    const renewed = await clipboard(page);
    expect(renewed).not.toBe(app.accessCode);
    await expect(shown).toContainText(renewed);
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(shown).toHaveCount(0);
    await expect(page.getByText('Last Reset: Less than an hour ago')).toBeVisible();

    // The other session is over, and the new code works.
    await expect(shop.call('GET', '/api/user/me')).rejects.toThrow(/401/);
    await Shop.signIn(app, renewed);
  });

  test('is not covered by the toast about its reset on a phone', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto(path);
    await button(page, 'Reset Access Code').click();
    // The toast stays.
    await stopClock(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, Reset Code' }).click();
    const said = page.getByText('Access code reset successfully!');
    const sheet = page.getByRole('dialog', { name: 'Your new access code' });
    await expect(sheet).toBeVisible();
    await expect(said).toBeVisible();
    await settled(page);
    const [toast, box] = [await said.boundingBox(), await sheet.boundingBox()];
    expect(toast!.y + toast!.height).toBeLessThanOrEqual(box!.y);
  });

  test('shows an error when the server fails to reset it', async ({ page, guard }) => {
    guard.allow(/status of 50\d/);
    await page.goto(path);
    await button(page, 'Reset Access Code').click();
    for (const [message, said] of [
      ['Not now, please.', 'Not now, please.'],
      [undefined, 'Failed to reset access code'],
    ] as const) {
      await refuse(page, '**/reset-access-code', { status: 503, message });
      await button(page, 'Yes, Reset Code').click();
      await expectToast(page, said);
    }
  });

  test('shows an error when the server fails to load it', async ({ page, guard }) => {
    guard.allow(/status of 500/);
    await refuse(page, '**/api/user/settings', { status: 500 });
    await page.goto(path);
    await expect(page.getByText('Failed to load settings')).toBeVisible();
  });
});

test.describe('the delivery text', () => {
  test.use({ signedInAs: 'owner' });

  const text = (page: Page) => page.getByRole('textbox', { name: 'Delivery text' });
  const card = (page: Page) => section(page, 'Autobuy Delivery Text');

  test('can be saved only after a change, and {key} can be inserted by a button', async ({ page, shop }) => {
    await page.goto(path);
    const save = button(page, 'Save');
    await expect(text(page)).toBeEnabled();
    await expect(save).toBeDisabled();
    await text(page).fill('Your key: ');
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await button(page, 'Insert {key}').click();
    await expect(text(page)).toBeFocused();
    await expect(text(page)).toHaveValue('Your key: {key}');
    await expectColour(card(page).locator('span').getByText('{key}', { exact: true }).first(), '--pink-text');
    await expect(card(page).getByText('15 / 5000')).toBeVisible();
    await save.click();
    await expectToast(page, 'Autobuy delivery text saved!');
    await expect(page.getByText('Unsaved changes')).toHaveCount(0);
    await expect(save).toBeDisabled();
    expect(await shop.call('GET', '/api/dashboard/delivery-text')).toEqual({ text: 'Your key: {key}' });
  });

  test('holds at most 5000 characters', async ({ page }) => {
    await page.goto(path);
    await text(page).fill('a'.repeat(4500));
    await expectColour(card(page).getByText('4500 / 5000'), '--amber');
    await text(page).fill('a'.repeat(5100));
    await expect(text(page)).toHaveValue('a'.repeat(5000));
    await expectColour(card(page).getByText('5000 / 5000'), '--red');
    // Typing into a full text leaves the caret where it is.
    await text(page).press('Home');
    await text(page).press('b');
    expect(await text(page).evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBeLessThan(5000);
  });

  test('has a preview with its placeholders filled in', async ({ page, app }) => {
    await page.goto(path);
    await text(page).fill('{amount} boosts ({stock})\n{redeem_url}\n{nothing}');
    await page.getByText('Preview with an example purchase').click();
    const preview = card(page).locator('details p');
    await expect(preview).toHaveText(
      `14 boosts (One Month Tokens) ${app.origin}/redeem-order/112233445566778899 {nothing} RX81P-V6NDK-94FMZ-TQ2CE`,
    );
    // The preview scrolls, so the keyboard must be able to reach it.
    const told = card(page).getByRole('group', { name: 'Preview with an example purchase' });
    await expect(told).toHaveAttribute('tabindex', '0');
  });

  test('has a preview with the first product that is mapped', async ({ page, shop }) => {
    await shop.storefront();
    const rows = [{ product: '7', variant: null, stock: 'ThreeMonthTokens.txt', amount: 6 }];
    await shop.call('PUT', `/api/storefronts/${guild}/stores/whop/products`, rows);
    await page.goto(path);
    await text(page).fill('{amount} boosts ({stock}), {key}');
    await page.getByText('Preview with an example purchase').click();
    await expect(card(page).locator('details p')).toContainText('6 boosts (Three Month Tokens)');
  });

  test('can be reloaded, and follows changes elsewhere while it is not edited', async ({ page, shop }) => {
    await openListening(page, path);
    await text(page).fill('mine');
    const heard = page.waitForResponse('**/api/dashboard/delivery-text');
    await shop.call('POST', '/api/dashboard/delivery-text', { text: 'theirs' });
    await heard;
    await expect(text(page)).toHaveValue('mine');
    await button(page, 'Reload').click();
    const question = page.getByRole('alertdialog', { name: 'Reload without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(text(page)).toHaveValue('mine');
    await button(page, 'Reload').click();
    await question.getByRole('button', { name: 'Reload' }).click();
    await expect(text(page)).toHaveValue('theirs');
    await shop.call('POST', '/api/dashboard/delivery-text', { text: 'newer' });
    await expect(text(page)).toHaveValue('newer');
    await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  });

  test('is restored unsaved after the session ended and the user signed in again', async ({
    page,
    person,
    guard,
  }) => {
    guard.allow(/status of 401/);
    await page.goto(path);
    await text(page).fill('unsaved');
    await person!.signOut();
    await expectLedToLogin(page, 'You need to log in to access settings.');
    await logIn(page, person!.accessCode);
    await expect(page).toHaveURL('/dashboard');
    await page.goto(path);
    await expect(text(page)).toHaveValue('unsaved');
    await expect(page.getByText('Unsaved changes')).toBeVisible();
  });

  test('asks before unsaved changes are lost by leaving or reloading', async ({ page }) => {
    await page.goto(path);
    await text(page).fill('unsaved');
    await page.getByRole('link', { name: 'Orders' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toHaveCount(0);
    await expect(page).toHaveURL(path);
    await expect(text(page)).toHaveValue('unsaved');

    const asked = page.waitForEvent('dialog');
    const reloading = page.evaluate(() => location.reload());
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await reloading;
    await expect(text(page)).toHaveValue('unsaved');

    await page.getByRole('link', { name: 'Orders' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/dashboard/orders');
  });

  test('shows an error when loading or saving fails, and keeps what was typed', async ({ page, guard }) => {
    guard.allow(/status of 500/);
    const mend = await refuse(page, '**/delivery-text', { status: 500 });
    await page.goto(path);
    await expect(page.getByText('Failed to load autobuy delivery text')).toBeVisible();
    await expect(text(page)).toHaveValue('');
    await expect(card(page).getByText('– / 5000')).toBeVisible();
    await button(page, 'Reload').click();
    await expectToast(page, 'Failed to reload autobuy delivery text');
    await text(page).fill('blind');
    await expect(button(page, 'Save')).toBeEnabled();

    await mend();
    await button(page, 'Reload').click();
    await answer(page, 'Reload');
    await expect(card(page).getByText('0 / 5000')).toBeVisible();
    await refuse(page, '**/delivery-text', { status: 500 });
    await text(page).fill('kept');
    await button(page, 'Save').click();
    await expectToast(page, 'Failed to save autobuy delivery text');
    await expect(text(page)).toHaveValue('kept');
  });
});

test.describe('sessions', () => {
  test.use({ signedInAs: 'seller' });

  test('are listed, and can be ended one by one', async ({ page, app, person }) => {
    await page.setViewportSize(phone);
    const elsewhere = await Shop.signIn(app, person!.accessCode);
    await page.goto(path);
    const list = section(page, 'Sessions');
    await expect(list.getByText('2 sessions')).toBeVisible();
    await expect(list.getByText('This session')).toHaveCount(1);
    await expect(list.getByText('127.0.0.1')).toHaveCount(2);
    await list.getByRole('button', { name: /^End session/ }).click();
    await answer(page, 'End session');
    await expectToast(page, 'Session ended!');
    await expect(list.getByText('1 session', { exact: true })).toBeVisible();
    await expect(elsewhere.call('GET', '/api/user/me')).rejects.toThrow(/401/);
    await expectNoSidewaysScroll(page);
  });

  test('are all ended by "Sign out everywhere"', async ({ page, app, person, guard }) => {
    guard.allow(/status of 401/);
    const elsewhere = await Shop.signIn(app, person!.accessCode);
    await page.goto(path);
    await button(page, 'Sign out everywhere').click();
    await answer(page, 'Sign out everywhere');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Boostdesk Access' })).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    await expect(elsewhere.call('GET', '/api/user/me')).rejects.toThrow(/401/);
  });
});
