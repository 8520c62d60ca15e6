import type { Locator, Page } from '@playwright/test';
import { idle, stopClock } from './support/clock';
import { toast } from './support/dashboard';
import { expectColour, expectGround, settled } from './support/look';
import { cut, hold, refuse, requestsTo } from './support/network';
import {
  dressed,
  errorCard,
  fillRedeem,
  footer,
  paths,
  redeemButton,
  shapes,
  withoutData,
} from './support/public';
import { customer, type Shop } from './support/shop';
import { expect, phone, test } from './support/test';

const field = (page: Page, name: string) => page.getByLabel(name);
const more = (page: Page) =>
  page.getByRole('button', {
    name: '+ Add optional details (display name, bio, avatar, banner)',
    exact: true,
  });
const dialog = (page: Page) => page.getByRole('dialog');

async function soldKey(shop: Shop) {
  await shop.storefront(dressed);
  await shop.stock(3);
  return shop.key(4);
}

for (const shape of shapes) {
  test(`the redeem page has its form, hint and footer under the ${shape} path`, async ({ page, shop }) => {
    await shop.storefront(dressed);
    await page.goto(paths.redeem(shape));
    await expect(page).toHaveTitle('Redeem Your Order · Nova Boosts');
    await expect(page.getByText('Nova Boosts', { exact: true })).toBeVisible();
    const heading = page.getByRole('heading', { level: 1, name: 'Redeem Your Order' });
    await expect(heading).toBeVisible();
    await expectColour(heading, '--accent-text');
    await expect(field(page, 'Redeem key')).toHaveAttribute('placeholder', 'Enter your key');
    for (const name of ['Redeem key', 'Server invite', 'Email']) {
      await expect(field(page, name)).toHaveAttribute('required', '');
    }
    await expect(redeemButton(page)).toContainText('Redeem Now');
    await expect(redeemButton(page)).toHaveCSS('background-color', 'rgb(255, 212, 0)');
    await expect(redeemButton(page)).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(
      page.getByText("Can't find your redeem key? Check your email & invoice page.", { exact: true }),
    ).toBeVisible();
    await expect(footer(page)).toHaveText(dressed.redeemFooter);
  });
}

test('the redeem page shows and hides optional details, and hiding clears them', async ({ page, shop }) => {
  const key = await soldKey(shop);
  await page.goto(paths.redeem());
  await fillRedeem(page, key);
  await more(page).click();
  const details = ['Display name', 'Bio', 'Avatar URL', 'Banner URL'];
  await expect(field(page, details[0]!)).toBeFocused();
  for (const name of details) await field(page, name).fill(`a ${name}`);
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(more(page)).toBeFocused();
  for (const name of details) await expect(field(page, name)).toHaveCount(0);
  await more(page).click();
  for (const name of details) await expect(field(page, name)).toHaveValue('');
  await field(page, 'Bio').fill(' Tea ');

  const sent = page.waitForRequest('**/api/redeem/*');
  await redeemButton(page).click();
  expect((await sent).postDataJSON()).toEqual({ ...customer, redeemKey: key, bio: 'Tea' });
  await expect(dialog(page)).toBeVisible();
});

test('redeeming opens a dialog that links to the order, and clears the form', async ({ page, shop }) => {
  const key = await soldKey(shop);
  await page.goto(paths.redeem('plain'));
  await fillRedeem(page, ` ${key} `);
  await redeemButton(page).click();
  const link = dialog(page).getByRole('link', { name: 'View Order Status' });
  await expect(link).toHaveAttribute('href', paths.order(key));
  await expect(link).toBeFocused();
  await expect(toast(page, 'Order redeemed successfully!')).toHaveAttribute('data-type', 'success');
  await expect(dialog(page)).toContainText(key);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);
  for (const name of ['Redeem key', 'Server invite', 'Email'])
    await expect(field(page, name)).toHaveValue('');
});

test('the redeem page takes the key from the URL fragment, and removes it from the URL', async ({
  page,
  shop,
}) => {
  const key = await soldKey(shop);
  await page.goto(`${paths.redeem('plain')}#key=${key}`);
  await expect(field(page, 'Redeem key')).toHaveValue(key);
  await expect(page).toHaveURL(paths.redeem('plain'));
  await field(page, 'Redeem key').fill(key.toLowerCase().replaceAll('-', ''));
  await field(page, 'Server invite').fill(customer.discordInvite);
  await field(page, 'Email').fill(customer.email);
  await redeemButton(page).click();
  await expect(dialog(page)).toContainText(key);
  await dialog(page).getByRole('link', { name: 'View Order Status' }).click();
  await expect(page.getByRole('definition').first()).toHaveText(key);
});

test('the redeem page keeps what was typed across a reload, until it is redeemed', async ({ page, shop }) => {
  const key = await soldKey(shop);
  await page.goto(`${paths.redeem()}#key=${key}`);
  await field(page, 'Server invite').fill(customer.discordInvite);
  await more(page).click();
  await field(page, 'Bio').fill('Tea');
  await page.reload();
  await expect(field(page, 'Bio')).toHaveValue('Tea');
  await expect(more(page)).toHaveCount(0);
  await expect(field(page, 'Redeem key')).toHaveValue(key);
  await field(page, 'Email').fill(customer.email);
  const sent = page.waitForRequest('**/api/redeem/*');
  await redeemButton(page).click();
  expect((await sent).postDataJSON()).toEqual({ ...customer, redeemKey: key, bio: 'Tea' });
  await expect(dialog(page)).toBeVisible();
  await page.reload();
  await expect(more(page)).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  for (const name of ['Redeem key', 'Server invite', 'Email'])
    await expect(field(page, name)).toHaveValue('');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('the redeem page leads from a used key to its order', async ({ page, shop, guard }) => {
  guard.allow(/status of 409/);
  const key = await soldKey(shop);
  await page.goto(paths.redeem());
  await fillRedeem(page, key);
  await redeemButton(page).click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await fillRedeem(page, key.toLowerCase(), { ...customer, email: 'else@example.com' });
  await redeemButton(page).click();
  await expect(field(page, 'Redeem key')).toHaveAccessibleDescription('Already used');
  await page.getByRole('link', { name: "See this order's status" }).click();
  await expect(page.getByRole('definition').first()).toHaveText(key);
});

test('the redeem page shows a refusal at the field that it is about', async ({ page, shop, guard }) => {
  guard.allow(/status of (404|422)/);
  const key = await soldKey(shop);
  await page.goto(paths.redeem());
  await expect(field(page, 'Server invite')).toHaveAccessibleDescription(/discord\.gg/);
  await fillRedeem(page, 'AAAAA-AAAAA-AAAAA-AAAAA');
  await redeemButton(page).click();
  await expect(field(page, 'Redeem key')).toHaveAccessibleDescription('Not a key of this shop');
  await expect(field(page, 'Redeem key')).toBeFocused();
  await expect(toast(page, 'Invalid redeem key.')).toBeVisible();
  await fillRedeem(page, key, { ...customer, discordInvite: 'not an invite!' });
  await redeemButton(page).click();
  await expect(field(page, 'Server invite')).toHaveAccessibleDescription('Not a working invite');
  await expect(field(page, 'Server invite')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Redeem key')).not.toHaveAttribute('aria-invalid');
});

test('the dialog of a redeemed order closes by Escape, backdrop and Close', async ({ page, shop }) => {
  const key = await soldKey(shop);
  await page.goto(paths.redeem());
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(40, 40),
    () => dialog(page).getByRole('button', { name: 'Close' }).click(),
  ]) {
    await fillRedeem(page, key);
    await redeemButton(page).click();
    await expect(dialog(page)).toBeVisible();
    await settled(page);
    // A press inside the modal does not begin to close it.
    await dialog(page).click({ position: { x: 5, y: 100 } });
    await expect(dialog(page).locator('..')).toHaveAttribute('data-closing', 'false');
    await close();
    await expect(dialog(page)).toHaveCount(0);
  }
});

test('toasts of the redeem page are at the bottom right, and close after five seconds', async ({
  page,
  shop,
}) => {
  await soldKey(shop);
  await stopClock(page);
  await page.goto(paths.redeem());
  await redeemButton(page).click();
  const shown = toast(page, 'Please fill in all required fields.');
  await expect(shown).toHaveAttribute('data-type', 'error');
  await expectColour(shown.locator('svg').first(), '--red');
  const bar = shown.locator('.toast-time');
  await expect(bar).toHaveCSS('animation-duration', '5s');
  await expectGround(bar, '--red-fill');
  await expect
    .poll(async () => {
      const box = (await shown.boundingBox())!;
      return [1280 - box.x - box.width, 800 - box.y - box.height];
    })
    .toEqual([24, 24]);

  await page.clock.runFor(4999);
  await expect(shown).toHaveAttribute('data-closing', 'false');
  await page.clock.runFor(1);
  await expect(shown).toHaveAttribute('data-closing', 'true');
  await expect(shown).toHaveCSS('animation-duration', '0.3s');
  await page.clock.runFor(299);
  await expect(shown).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(shown).toHaveCount(0);
});

test('toasts of the redeem page have a close button', async ({ page, shop }) => {
  await soldKey(shop);
  await stopClock(page);
  await page.goto(paths.redeem());
  await redeemButton(page).click();
  const shown = toast(page, 'Please fill in all required fields.');
  await shown.getByRole('button', { name: 'Close notification' }).click();
  await expect(shown).toHaveAttribute('data-closing', 'true');
  await page.clock.runFor(300);
  await expect(shown).toHaveCount(0);
});

test('redeeming disables the button and keeps a loading toast until the answer comes', async ({
  page,
  shop,
}) => {
  const key = await soldKey(shop);
  await stopClock(page);
  const calls = requestsTo(page, /\/api\/redeem\//);
  const answer = await hold(page, '**/api/redeem/*');
  await page.goto(paths.redeem());
  await fillRedeem(page, key);
  await redeemButton(page).click();
  await expect(redeemButton(page)).toBeDisabled();
  await expect(redeemButton(page)).toHaveAccessibleName('Redeeming...');
  const shown = toast(page, /./);
  await expect(shown).toHaveText(/Redeeming your order.../);
  await expect(shown).toHaveAttribute('data-type', 'loading');
  await expect(shown.locator('.toast-time')).toHaveCount(0);
  await field(page, 'Redeem key').press('Enter');
  await redeemButton(page).click({ force: true });
  // One second before the page gives up.
  await page.clock.runFor(19_000);
  await expect(shown).toHaveAttribute('data-type', 'loading');
  answer();
  await expect(shown).toHaveText(/Order redeemed successfully!/);
  await expect(shown).toHaveCount(1);
  expect(calls).toHaveLength(1);
  await idle(page);
  await page.clock.runFor(4999);
  await expect(shown).toHaveAttribute('data-closing', 'false');
  await page.clock.runFor(1);
  await expect(shown).toHaveAttribute('data-closing', 'true');
});

for (const shape of shapes) {
  test(`the redeem page of an unknown guild shows an error under the ${shape} path`, async ({
    page,
    guard,
  }) => {
    guard.allow(/status of 404/, /^error: Redeem page not found\. /);
    const answer = await page.goto(paths.redeem(shape));
    expect(answer!.status()).toBe(404);
    await expect(errorCard(page)).toContainText('Redeem page not found.');
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
}

test('the redeem page says whether loading failed in the server or the network', async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/./);
  await shop.storefront();
  await withoutData(page, paths.redeem());
  for (const [fail, said] of [
    [
      () => refuse(page, '**/api/fetch/**', { status: 500 }),
      'An error occurred while fetching the redeem order.',
    ],
    [() => cut(page, '**/api/fetch/**'), 'An unexpected error occurred.'],
  ] as const) {
    const mend = await fail();
    await page.goto(paths.redeem());
    await expect(errorCard(page)).toContainText(said);
    await mend();
  }
});

test('toasts of the redeem page fit on a phone', async ({ page, shop }) => {
  await page.setViewportSize(phone);
  await soldKey(shop);
  await stopClock(page);
  await page.goto(paths.redeem());
  await more(page).click();
  await redeemButton(page).click();
  await expect(toast(page, /./)).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await toast(page, /./).boundingBox())!.width).toBe(phone.width - 32);
});

test('toasts of the redeem page cover no control that has the focus, at 400 %', async ({ page, shop }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const key = await soldKey(shop);
  await stopClock(page);
  await page.goto(paths.redeem(shapes[0]!));
  const bottom = async (one: Locator) => {
    const { y, height } = (await one.boundingBox())!;
    return y + height;
  };
  const expectClear = async (focused: Locator) => {
    await expect(focused).toBeFocused();
    await settled(page);
    expect(await bottom(focused)).toBeLessThan((await toast(page, /./).boundingBox())!.y);
  };
  await field(page, 'Redeem key').fill(key);
  await field(page, 'Redeem key').press('Enter');
  await expectClear(field(page, 'Server invite'));
  await fillRedeem(page, key);
  await redeemButton(page).click();
  await expectClear(dialog(page).getByRole('link', { name: 'View Order Status' }));
});
