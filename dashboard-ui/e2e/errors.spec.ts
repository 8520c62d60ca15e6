import type { Page } from '@playwright/test';
import { stopClock } from './support/clock';
import { expectLedToLogin, expectToast, openListening, stat, storedToken, toast } from './support/dashboard';
import { codeField, logIn, loginButton } from './support/login';
import { hold, refuse, requestsTo, waitPatiently, writesFrom } from './support/network';
import { fillRedeem, redeemButton } from './support/public';
import { customer, guild, Shop } from './support/shop';
import { expect, test } from './support/test';

const unauthorized = /status of 401/;
const offline = /net::ERR_/;

test.describe('signing in', () => {
  test.use({ place: 'shared' });

  test('with an empty code shows an error and sends no request', async ({ page }) => {
    const calls = requestsTo(page, /\/api\/auth\//);
    await stopClock(page);
    await page.goto('/');
    for (const [presses, empty] of ['', '   '].entries()) {
      await logIn(page, empty);
      await expect(toast(page, 'Please enter your access code')).toHaveCount(presses + 1);
      await expect(codeField(page)).toBeFocused();
    }
    expect(calls).toEqual([]);
  });

  test("with a wrong code shows the server's error and stays on the login page", async ({ page, guard }) => {
    guard.allow(unauthorized);
    await page.goto('/');
    await logIn(page, '0000-0000-0000-0000-0000-0000-0000-0000');
    await expectToast(page, 'Invalid access code.');
    await expect(loginButton(page)).toBeEnabled();
    await expect(page).toHaveURL('/');
    expect(await storedToken(page)).toBeNull();
  });

  test.describe('while the server restarts', () => {
    test.use({ place: 'fresh' });

    test('fails with an error, then accepts the new access code and not the old one', async ({
      page,
      app,
      guard,
    }) => {
      guard.allow(unauthorized, offline);
      const earlier = app.accessCode;
      await page.goto('/');
      await app.kill();
      await logIn(page, earlier);
      await expectToast(page, 'Failed to login');
      await expect(loginButton(page)).toBeEnabled();
      await app.launch();
      expect(app.accessCode).not.toBe(earlier);
      await loginButton(page).click();
      await expectToast(page, 'Invalid access code.');
      await logIn(page, app.accessCode);
      await expect(page).toHaveURL('/dashboard');
    });
  });

  test.describe('too often', () => {
    test.use({ place: 'fresh', settings: { 'limits.login_per_minute': '2' } });

    test('is refused with "Too many requests"', async ({ page, guard }) => {
      guard.allow(unauthorized, /status of 429/);
      await stopClock(page);
      await page.goto('/');
      const refused = toast(page, 'Invalid access code.');
      await logIn(page, 'wrong');
      await expect(refused).toHaveCount(1);
      // A new attempt takes the toast of the one before away.
      const release = await hold(page, '**/api/auth/login');
      await logIn(page, 'wrong');
      await expect(refused).toHaveCount(0);
      release();
      await expect(refused).toHaveCount(1);
      await logIn(page, 'wrong');
      await expectToast(page, /Too many requests/);
      await expect(loginButton(page)).toBeEnabled();
    });
  });
});

test.describe('without a session', () => {
  test.use({ place: 'shared' });

  for (const [path, words] of [
    ['/dashboard', 'the dashboard'],
    ['/dashboard/orders', 'orders'],
    ['/dashboard/suggestions', 'suggestions'],
    ['/dashboard/report-bugs', 'bug reports'],
    ['/dashboard/chat', 'the chat'],
    ['/dashboard/keys', 'keys'],
    ['/dashboard/admin', 'admin logs'],
    ['/dashboard/health', 'health'],
    ['/dashboard/custom-domain', 'this page'],
  ] as const) {
    test(`${path} leads to the login page`, async ({ page, guard }) => {
      guard.allow(unauthorized);
      // The toast does not wait for all that the page loads.
      await page.goto(path, { waitUntil: 'commit' });
      await expectLedToLogin(page, `You need to log in to access ${words}.`);
      await page.goBack();
      await expect(page).toHaveURL('about:blank');
    });
  }

  test('an invalid stored token leads to the login page', async ({ page, guard }) => {
    guard.allow(unauthorized);
    await page.goto('/');
    await page.evaluate(() => localStorage.setItem('token', 'bds_nothing'));
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expectLedToLogin(page, 'You need to log in to access the dashboard.');
  });
});

test.describe('a session that ends', () => {
  test.use({ place: 'shared', signedInAs: 'owner' });

  test('while the dashboard is open leads to the login page with a single toast', async ({
    page,
    guard,
    person,
  }) => {
    guard.allow(unauthorized);
    await openListening(page, '/dashboard');
    await expect(stat(page, 'Total Orders')).toHaveText('0');
    await person!.signOut();
    await expectLedToLogin(page, /You need to log in to access/);
    expect(await storedToken(page)).toBeNull();
  });
});

test.describe('a load that fails', () => {
  test.use({ place: 'shared', signedInAs: 'owner' });

  test('Home and Orders offer Retry when loading fails, and then load', async ({ page, guard }) => {
    guard.allow(/status of 500/, /The figures could not be loaded/);
    await waitPatiently(page);
    const mendHome = await refuse(page, '**/api/dashboard/fetch-dashboard-data', { status: 500 });
    const mendOrders = await refuse(page, '**/api/dashboard/fetch-dashboard-orders*', { status: 500 });
    await page.goto('/dashboard');
    const card = page.getByRole('region', { name: 'Total Orders' });
    await expect(card).toContainText('–');
    await mendHome();
    await card.getByRole('button', { name: 'Retry' }).click();
    await expect(stat(page, 'Total Orders')).toHaveText('0');

    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await expect(page.getByText('Failed to fetch orders')).toBeVisible();
    await mendOrders();
    await page
      .getByRole('region', { name: 'Orders', exact: true })
      .getByRole('button', { name: 'Retry' })
      .click();
    await expect(page.getByText('No orders yet')).toBeVisible();
  });
});

test.describe('pages that do not exist', () => {
  test.use({ place: 'shared' });

  test('answer 404, and "Go Back" returns to the page before', async ({ page, guard }) => {
    guard.allow(/status of 404/);
    await page.goto('/');
    const answer = await page.goto('/nowhere');
    expect(answer!.status()).toBe(404);
    await expect(page.getByText('404', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(
      page.getByText("The page you're looking for doesn't exist or has been moved.", { exact: true }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Boostdesk Access' })).toBeVisible();
  });

  test('show "Page not found" below /dashboard', async ({ page }) => {
    await page.goto('/dashboard/no-such-screen');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  test('answer 404 as JSON below /api', async ({ request }) => {
    for (const path of ['/api', '/api/nowhere', '/api/dashboard/nowhere']) {
      const answer = await request.get(path, { headers: { Accept: 'text/html' } });
      expect(answer.status(), path).toBe(404);
      const { code, message } = (await answer.json()) as { code: number; message: string };
      expect(code).toBe(404);
      expect(message).not.toBe('');
    }
  });
});

test.describe('redeeming', () => {
  const form = async (page: Page, key: string, details: Partial<typeof customer> = {}) => {
    await fillRedeem(page, key, { ...customer, ...details });
    await redeemButton(page).click();
  };
  const refused = (page: Page, text: string) =>
    expect(page.getByLabel('Notifications').getByRole('alert')).toHaveText(text);

  test.beforeEach(async ({ shop, page }) => {
    await shop.storefront();
    await page.goto(`/redeem-order/${guild}`);
  });

  // Which values are refused is tested in redeem-values.test.ts.
  test('with an empty field or an invalid email shows an error and sends no request', async ({ page }) => {
    const calls = writesFrom(page);
    await form(page, '', { discordInvite: '', email: '' });
    await refused(page, 'Please fill in all required fields.');
    await expect(page.getByLabel('Redeem key')).toBeFocused();
    await expect(page.getByLabel('Redeem key')).toHaveAttribute('aria-invalid', 'true');
    await form(page, 'K', { email: 'mika@example' });
    await refused(page, 'Please enter a valid email address.');
    await expect(page.getByLabel('Email')).toBeFocused();
    await form(page, 'K', { discordInvite: '  ' });
    await refused(page, 'Please fill in all required fields.');
    await expect(page.getByLabel('Server invite')).toBeFocused();
    expect(calls).toEqual([]);
  });

  test("shows the server's error when it is refused, and keeps the typed key", async ({
    page,
    shop,
    guard,
  }) => {
    guard.allow(/status of (404|409|422)/);
    const [empty, revoked, spent] = await shop.keys(3);
    await shop.call('DELETE', `/api/storefronts/${guild}/keys/${revoked}`);

    await form(page, 'NOSUC-HKEYN-OSUCH-KEYNO');
    await refused(page, 'Invalid redeem key.');
    await expect(page.getByLabel('Redeem key')).toHaveValue('NOSUC-HKEYN-OSUCH-KEYNO');

    await form(page, empty!);
    await refused(page, 'Not enough stock right now. Your key is still valid.');

    await form(page, revoked!);
    await refused(page, 'This key has been revoked.');

    await form(page, empty!, { discordInvite: 'https://example.com/not-an-invite' });
    await refused(page, 'Invalid server invite.');

    await shop.stock(1);
    await shop.redeem(spent!);
    await form(page, spent!, { email: 'someone-else@example.com' });
    await refused(page, 'This key has already been redeemed.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeEnabled();
  });

  test("with another storefront's key is refused as invalid", async ({ page, shop, guard }) => {
    guard.allow(/status of 404/);
    await shop.storefront({ guildId: '998877665544332211', name: 'Other' });
    await shop.stock(1);
    const key = await shop.key();
    await page.goto('/redeem-order/998877665544332211');
    await form(page, key);
    await refused(page, 'Invalid redeem key.');
  });

  test('the same key again with the same details succeeds, and there is only one order', async ({
    page,
    shop,
  }) => {
    await shop.stock(2);
    const key = await shop.key();
    await shop.redeem(key);
    await form(page, key);
    await expect(page.getByRole('dialog').getByRole('link', { name: 'View Order Status' })).toBeVisible();
    const { total } = await shop.call<{ total: number }>(
      'GET',
      '/api/dashboard/fetch-dashboard-orders?page=1&size=10',
    );
    expect(total).toBe(1);
  });
});

test.describe('after the server died and came back', () => {
  test('the live stock page, which kept its counts, refreshes them', async ({ page, app, shop, guard }) => {
    guard.allow(offline);
    await shop.storefront();
    await shop.stock(4);
    await page.clock.install();
    await page.goto(`/api/${guild}/live-stock`);
    const counts = page.getByRole('region', { name: '1 Month Stock' }).getByRole('definition');
    await expect(counts).toHaveText(['4', '8']);

    await app.kill();
    await page.clock.fastForward(10_000);
    await expect(page.getByText(/could not be refreshed/)).toBeVisible();
    await expect(counts).toHaveText(['4', '8']);

    await app.launch();
    await (await Shop.signIn(app)).stock(1);
    await page.clock.fastForward(10_000);
    await expect(counts).toHaveText(['5', '10']);
    await expect(page.getByText(/could not be refreshed/)).toHaveCount(0);
  });

  test.describe('with the dashboard open', () => {
    test.use({ signedInAs: 'owner' });

    test('Home shows a new order, and the user is still signed in', async ({ page, app, shop, guard }) => {
      guard.allow(offline);
      await shop.storefront();
      await page.goto('/dashboard');
      await expect(stat(page, 'Total Orders')).toHaveText('0');
      await app.kill();
      await app.launch();
      await (await Shop.signIn(app)).order();
      await expect(stat(page, 'Total Orders')).toHaveText('1');
      await expect(page).toHaveURL('/dashboard');
    });
  });
});
