import type { Page } from '@playwright/test';
import { clipboard } from './support/controls';
import { expectColour, expectNoSidewaysScroll } from './support/look';
import { actAs, aSeller } from './support/people';
import { Shop } from './support/shop';
import { expect, phone, test, toast } from './support/test';

const path = '/dashboard/settings/general';
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('sends who is not signed in to the login', async ({ page, guard }) => {
  guard.allow(/status of 401/);
  await page.goto('/dashboard/settings');
  await expect(toast(page, 'You need to log in to access settings.')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test.describe('the access code', () => {
  test.use({ signedIn: true });

  const code = (page: Page) => page.getByLabel('Access code', { exact: true });

  test('is masked, shown and copied', async ({ page, context, app }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/dashboard/settings');
    await expect(page).toHaveURL(path);
    await expect(code(page)).toHaveAttribute('type', 'password');
    await button(page, 'Show access code').click();
    await expect(code(page)).toHaveAttribute('type', 'text');
    await expect(code(page)).toHaveValue(app.accessCode);
    await button(page, 'Hide access code').click();
    await expect(code(page)).toHaveAttribute('type', 'password');
    await button(page, 'Copy access code').click();
    await expect(toast(page, 'Access code copied!')).toBeVisible();
    expect(await clipboard(page)).toBe(app.accessCode);
    await expect(page.getByText('Last Reset: Never')).toBeVisible();
  });

  test('is reset after a question, and the new one shown once', async ({ page, context, app, shop }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(path);
    await button(page, 'Reset Access Code').click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await button(page, 'Reset Access Code').click();
    await question.getByRole('button', { name: 'Yes, Reset Code' }).click();
    await expect(toast(page, 'Access code reset successfully!')).toBeVisible();

    const shown = page.getByRole('dialog', { name: 'Your new access code' });
    await page.keyboard.press('Escape');
    await expect(shown).toBeVisible();
    await shown.getByRole('button', { name: 'Copy' }).click();
    await expect(toast(page, 'New code copied!')).toBeVisible();
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

  test('stays when it cannot be reset', async ({ page, guard }) => {
    guard.allow(/status of 50\d/);
    const answers = [{ code: 503, message: 'Not now, please.' }, {}];
    await page.route('**/reset-access-code', (route) =>
      route.fulfill({ status: 503, json: answers.shift() }),
    );
    await page.goto(path);
    await button(page, 'Reset Access Code').click();
    for (const said of ['Not now, please.', 'Failed to reset access code']) {
      await button(page, 'Yes, Reset Code').click();
      await expect(toast(page, said)).toBeVisible();
    }
  });

  test('says when it was reset', async ({ page }) => {
    // Not on the stroke of an hour: the page's clock may stand a moment before the answer's.
    const hours = [5.5, 12.5 * 24];
    await page.route('**/api/user/settings', (route) => {
      const time = new Date(Date.now() - hours[0]! * 3_600_000).toISOString();
      return route.fulfill({ json: { access_code: 'C', lastAccessCodeReset: time } });
    });
    await page.goto(path);
    await expect(page.getByText('Last Reset: 5 hours ago')).toBeVisible();
    hours.shift();
    await page.reload();
    await expect(page.getByText('Last Reset: 12 days ago')).toBeVisible();
  });

  test('says when it cannot be loaded', async ({ page, guard }) => {
    guard.allow(/status of 500/);
    await page.route('**/api/user/settings', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(path);
    await expect(page.getByText('Failed to load settings')).toBeVisible();
  });
});

test.describe('the delivery text', () => {
  test.use({ signedIn: true });

  const text = (page: Page) => page.getByRole('textbox', { name: 'Delivery text' });
  const card = (page: Page) => section(page, 'Autobuy Delivery Text');

  test('is saved when it changed', async ({ page, shop }) => {
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
    await expect(toast(page, 'Autobuy delivery text saved!')).toBeVisible();
    await expect(page.getByText('Unsaved changes')).toHaveCount(0);
    await expect(save).toBeDisabled();
    expect(await shop.call('GET', '/api/dashboard/delivery-text')).toEqual({ text: 'Your key: {key}' });
  });

  test('holds 5000 characters', async ({ page }) => {
    await page.goto(path);
    await text(page).fill('a'.repeat(4500));
    await expectColour(card(page).getByText('4500 / 5000'), '--amber');
    await text(page).fill('a'.repeat(5100));
    await expect(text(page)).toHaveValue('a'.repeat(5000));
    await expectColour(card(page).getByText('5000 / 5000'), '--red');
    // Typed into the middle of a full text, the caret stays.
    await text(page).press('Home');
    await text(page).press('b');
    expect(await text(page).evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBeLessThan(5000);
  });

  test('is told as the customer gets it', async ({ page, app }) => {
    await page.goto(path);
    await text(page).fill('{amount} boosts ({stock})\n{redeem_url}\n{nothing}');
    await page.getByText('Preview with an example purchase').click();
    const preview = card(page).locator('details p');
    await expect(preview).toHaveText(
      `14 boosts (One Month Tokens) ${app.origin}/api/redeem-order/112233445566778899 {nothing} RX81P-V6NDK-94FMZ-TQ2CE`,
    );
  });

  test('is reloaded, and follows changes elsewhere while it is not edited', async ({ page, shop }) => {
    await page.goto(path);
    await text(page).fill('mine');
    await shop.call('POST', '/api/dashboard/delivery-text', { text: 'theirs' });
    await expect(text(page)).toHaveValue('mine');
    await button(page, 'Reload').click();
    await expect(text(page)).toHaveValue('theirs');
    await shop.call('POST', '/api/dashboard/delivery-text', { text: 'newer' });
    await expect(text(page)).toHaveValue('newer');
    await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  });

  test('is not lost by leaving', async ({ page }) => {
    await page.goto(path);
    await text(page).fill('unsaved');
    await page.getByRole('link', { name: 'Orders' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toHaveCount(0);
    await expect(page).toHaveURL(path);
    await expect(text(page)).toHaveValue('unsaved');

    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect(text(page)).toHaveValue('unsaved');

    await page.getByRole('link', { name: 'Orders' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/dashboard/orders');
  });

  test('says when a call fails', async ({ page, guard }) => {
    guard.allow(/status of 500/);
    await page.route('**/delivery-text', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(path);
    await expect(page.getByText('Failed to load autobuy delivery text')).toBeVisible();
    await expect(text(page)).toHaveValue('');
    await button(page, 'Reload').click();
    await expect(toast(page, 'Failed to reload autobuy delivery text')).toBeVisible();
    await text(page).fill('kept');
    await button(page, 'Save').click();
    await expect(toast(page, 'Failed to save autobuy delivery text')).toBeVisible();
    await expect(text(page)).toHaveValue('kept');
  });
});

test.describe('sessions', () => {
  test('are listed and ended', async ({ page, app }) => {
    await page.setViewportSize(phone);
    const { accessCode } = await app.operate<{ accessCode: string }>('seller', 'add', 'mika');
    const here = await Shop.signIn(app, accessCode);
    const elsewhere = await Shop.signIn(app, accessCode);
    await actAs(page, here);
    await page.goto(path);
    const list = section(page, 'Sessions');
    await expect(list.getByText('2 sessions')).toBeVisible();
    await expect(list.getByText('This session')).toHaveCount(1);
    await expect(list.getByText('127.0.0.1')).toHaveCount(2);
    await list.getByRole('button', { name: /^End session/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click();
    await expect(toast(page, 'Session ended!')).toBeVisible();
    await expect(list.getByText('1 session', { exact: true })).toBeVisible();
    await expect(elsewhere.call('GET', '/api/user/me')).rejects.toThrow(/401/);
    await expectNoSidewaysScroll(page);
  });

  test('are all ended at once', async ({ page, app }) => {
    const { accessCode } = await app.operate<{ accessCode: string }>('seller', 'add', 'mika');
    const here = await Shop.signIn(app, accessCode);
    const elsewhere = await Shop.signIn(app, accessCode);
    await page.goto('/');
    await page.evaluate((token) => localStorage.setItem('token', token), here.token);
    await page.goto(path);
    await button(page, 'Sign out everywhere').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Boostdesk Access' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await expect(elsewhere.call('GET', '/api/user/me')).rejects.toThrow(/401/);
  });

  test('that end elsewhere end here, too', async ({ page, app, guard }) => {
    guard.allow(/status of 401/);
    const mika = await aSeller(app);
    await actAs(page, mika);
    await page.goto(path);
    await expect(section(page, 'Sessions').getByText('1 session', { exact: true })).toBeVisible();
    await mika.signOut();
    await expect(page).toHaveURL('/');
  });
});

test('leads to the live stock editor', async ({ page, shop }) => {
  await actAs(page, shop);
  await page.goto(path);
  await expect(page.getByRole('link', { name: 'Edit Live Stock' })).toHaveAttribute(
    'href',
    '/dashboard/edit-live-stock',
  );
});
