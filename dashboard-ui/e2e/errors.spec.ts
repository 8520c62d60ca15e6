import type { Page } from '@playwright/test';
import { customer, guild, Shop } from './support/shop';
import { expect, stat, test, toast } from './support/test';

const unauthorized = /status of 401/;
const offline = /net::ERR_/;

const code = (page: Page) => page.getByLabel('Access code', { exact: true });
const logIn = (page: Page) => page.getByRole('button', { name: /Access Dashboard/ });

test.describe('signing in', () => {
  test('with an empty code makes no call', async ({ page }) => {
    let calls = 0;
    page.on('request', (request) => void (request.url().includes('/api/auth/') && calls++));
    await page.goto('/');
    for (const empty of ['', '   ']) {
      await code(page).fill(empty);
      await logIn(page).click();
      await expect(toast(page, 'Please enter your access code').last()).toBeVisible();
      await expect(code(page)).toBeFocused();
    }
    await expect(toast(page, 'Please enter your access code')).toHaveCount(2);
    expect(calls).toBe(0);
  });

  test('with a wrong code stays on the page, in the server’s words', async ({ page, guard }) => {
    guard.allow(unauthorized);
    await page.goto('/');
    await code(page).fill('0000-0000-0000-0000-0000-0000-0000-0000');
    await logIn(page).click();
    await expect(toast(page, 'Invalid access code.')).toBeVisible();
    await expect(logIn(page)).toBeEnabled();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test('with the code of an earlier start is refused', async ({ page, app, guard }) => {
    guard.allow(unauthorized);
    const earlier = app.accessCode;
    await app.kill();
    await app.launch();
    expect(app.accessCode).not.toBe(earlier);
    await page.goto('/');
    await code(page).fill(earlier);
    await logIn(page).click();
    await expect(toast(page, 'Invalid access code.')).toBeVisible();
    await code(page).fill(app.accessCode);
    await logIn(page).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('without a network says so and lets one try again', async ({ page, app, guard }) => {
    guard.allow(offline);
    await page.goto('/');
    await page.route('**/api/auth/login', (route) => route.abort());
    await code(page).fill(app.accessCode);
    await logIn(page).click();
    await expect(toast(page, 'Failed to login')).toBeVisible();
    await expect(logIn(page)).toBeEnabled();
    await page.unroute('**/api/auth/login');
    await logIn(page).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('that is answered with another code shows the answer’s message', async ({ page }) => {
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ json: { code: 403, message: 'Not today.', token: '' } }),
    );
    await page.goto('/');
    await code(page).fill('something');
    await logIn(page).click();
    await expect(toast(page, 'Not today.')).toBeVisible();
    await expect(logIn(page)).toBeEnabled();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test.describe('too often', () => {
    test.use({ settings: { 'limits.login_per_minute': '2' } });

    test('is refused for a while', async ({ page, guard }) => {
      guard.allow(unauthorized, /status of 429/);
      await page.goto('/');
      for (const said of ['Invalid access code.', 'Invalid access code.', /Too many requests/]) {
        await code(page).fill('wrong');
        await logIn(page).click();
        await expect(toast(page, said).last()).toBeVisible();
        await expect(logIn(page)).toBeEnabled();
      }
    });
  });
});

test.describe('without a session', () => {
  for (const [path, words] of [
    ['/dashboard', 'the dashboard'],
    ['/dashboard/orders', 'orders'],
    ['/dashboard/settings/keys', 'settings'],
  ] as const) {
    test(`${path} leads to the login page`, async ({ page, guard }) => {
      guard.allow(unauthorized);
      await page.goto(path);
      await expect(toast(page, `You need to log in to access ${words}.`)).toHaveCount(1);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { name: 'Boostdesk Access' })).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL('about:blank');
    });
  }

  test('a token that means nothing leads there too', async ({ page, guard }) => {
    guard.allow(unauthorized);
    await page.goto('/');
    await page.evaluate(() => localStorage.setItem('token', 'bds_nothing'));
    await page.goto('/dashboard');
    await expect(toast(page, 'You need to log in to access the dashboard.')).toHaveCount(1);
    await expect(page).toHaveURL('/');
  });
});

test.describe('a session that ends', () => {
  test.use({ signedIn: true });

  test('while the dashboard is open leads to the login page, once', async ({ page, guard, app }) => {
    guard.allow(unauthorized);
    await page.goto('/dashboard');
    await expect(stat(page, 'Total Orders')).toHaveText('0');
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await fetch(`${app.origin}/api/auth/logout`, { method: 'POST', headers: { Authorization: token! } });
    await expect(toast(page, /You need to log in to access/)).toHaveCount(1);
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});

test.describe('pages that are not there', () => {
  test('answer 404, and lead back', async ({ page, guard }) => {
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

  test('also below the dashboard', async ({ page }) => {
    await page.goto('/dashboard/no-such-screen');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  test('below /api are JSON', async ({ request }) => {
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
  const form = async (page: Page, values: Partial<Record<'key' | 'invite' | 'email', string>>) => {
    await page.getByLabel('Redeem key').fill(values.key ?? '');
    await page.getByLabel('Server invite').fill(values.invite ?? 'lofi-lounge');
    await page.getByLabel('Email').fill(values.email ?? 'mika@example.com');
    await page.getByRole('button', { name: 'Redeem Now' }).click();
  };
  const refused = (page: Page, text: string) =>
    expect(page.getByLabel('Notifications').getByRole('alert')).toHaveText(text);

  test.beforeEach(async ({ shop, page }) => {
    await shop.storefront();
    await page.goto(`/redeem-order/${guild}`);
  });

  test('an empty form, or one with a bad address, makes no call', async ({ page }) => {
    let calls = 0;
    page.on('request', (request) => void (request.method() === 'POST' && calls++));
    await form(page, { key: '', invite: '', email: '' });
    await refused(page, 'Please fill in all required fields.');
    await expect(page.getByLabel('Redeem key')).toBeFocused();
    await expect(page.getByLabel('Redeem key')).toHaveAttribute('aria-invalid', 'true');
    for (const missing of ['key', 'invite', 'email']) {
      await form(page, { key: 'K', [missing]: '  ' });
      await refused(page, 'Please fill in all required fields.');
    }
    for (const email of ['mika', 'mika@example', '@example.com', 'mika@', 'mi ka@example.com', 'a@b@c.de']) {
      await form(page, { key: 'K', email });
      await refused(page, 'Please enter a valid email address.');
      await expect(page.getByLabel('Email')).toBeFocused();
    }
    expect(calls).toBe(0);
  });

  test('refusals come in the server’s words, and what was typed stays', async ({ page, shop, guard }) => {
    guard.allow(/status of (404|409|422)/);
    const [empty, revoked, spent] = await shop.keys(3);
    await shop.call('DELETE', `/api/storefronts/${guild}/keys/${revoked}`);

    await form(page, { key: 'NOSUC-HKEYN-OSUCH-KEYNO' });
    await refused(page, 'Invalid redeem key.');
    await expect(page.getByLabel('Redeem key')).toHaveValue('NOSUC-HKEYN-OSUCH-KEYNO');

    await form(page, { key: empty });
    await refused(page, 'Not enough stock right now. Your key is still valid.');

    await form(page, { key: revoked });
    await refused(page, 'This key has been revoked.');

    await form(page, { key: empty, invite: 'https://example.com/not-an-invite' });
    await refused(page, 'Invalid server invite.');

    await shop.stock(1);
    await shop.redeem(spent!);
    await form(page, { key: spent, email: 'someone-else@example.com' });
    await refused(page, 'This key has already been redeemed.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeEnabled();
  });

  test('another storefront’s key is no key here', async ({ page, shop, guard }) => {
    guard.allow(/status of 404/);
    await shop.storefront({ guildId: '998877665544332211', name: 'Other' });
    await shop.stock(1);
    const key = await shop.key();
    await page.goto('/redeem-order/998877665544332211');
    await form(page, { key });
    await refused(page, 'Invalid redeem key.');
  });

  test('the same again is answered as the first time, with one order', async ({ page, shop }) => {
    await shop.stock(2);
    const key = await shop.key();
    await shop.redeem(key, { ...customer });
    await form(page, { key });
    await expect(page.getByRole('dialog').getByRole('link', { name: 'View Order Status' })).toBeVisible();
    const { total } = await shop.call<{ total: number }>(
      'GET',
      '/api/dashboard/fetch-dashboard-orders?page=1&size=10',
    );
    expect(total).toBe(1);
  });

  test('a lost network and a wordless failure have sentences of their own', async ({ page, guard }) => {
    guard.allow(offline, /status of 502/);
    await page.route('**/api/redeem/*', (route) => route.abort());
    await form(page, { key: 'K' });
    await refused(page, 'An unexpected error occurred. Please try again.');
    await page.unroute('**/api/redeem/*');
    await page.route('**/api/redeem/*', (route) =>
      route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
    );
    await form(page, { key: 'K' });
    await refused(page, 'Failed to redeem. Please try again.');
  });
});

test.describe('a server that dies and comes back', () => {
  test('live stock keeps its counts and goes on', async ({ page, app, shop, guard }) => {
    guard.allow(offline);
    await shop.storefront();
    await shop.stock(4);
    await page.clock.install();
    await page.goto(`/api/${guild}/live-stock`);
    const counts = page.getByRole('region', { name: '1 Month Stock' }).getByRole('definition');
    await expect(counts).toHaveText(['4', '8']);

    await app.kill();
    await page.clock.fastForward(10_000);
    await expect(page.getByText(/could not be refreshed/)).toBeAttached();
    await expect(counts).toHaveText(['4', '8']);

    await app.launch();
    await (await Shop.signIn(app)).stock(1);
    await page.clock.fastForward(10_000);
    await expect(counts).toHaveText(['5', '10']);
    await expect(page.getByText(/could not be refreshed/)).toHaveCount(0);
  });

  test.describe('with the dashboard open', () => {
    test.use({ signedIn: true });

    test('home shows what happened meanwhile, and nobody has to sign in again', async ({
      page,
      app,
      shop,
      guard,
    }) => {
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

    test('a screen that cannot be loaded offers to try again', async ({ page, guard }) => {
      guard.allow(/status of 500/);
      const broken = (path: string) => page.route(path, (route) => route.fulfill({ status: 500, json: {} }));
      await broken('**/api/dashboard/fetch-dashboard-data');
      await broken('**/api/dashboard/fetch-dashboard-orders*');
      await page.goto('/dashboard');
      const card = page.getByRole('region', { name: 'Total Orders' });
      await expect(card).toContainText('–');
      await page.unroute('**/api/dashboard/fetch-dashboard-data');
      await card.getByRole('button', { name: 'Retry' }).click();
      await expect(stat(page, 'Total Orders')).toHaveText('0');

      await page.getByRole('link', { name: 'Orders', exact: true }).click();
      await expect(page.getByText('Failed to fetch orders')).toBeVisible();
      await page.unroute('**/api/dashboard/fetch-dashboard-orders*');
      await page
        .getByRole('region', { name: 'Orders', exact: true })
        .getByRole('button', { name: 'Retry' })
        .click();
      await expect(page.getByText('No orders yet')).toBeVisible();
    });
  });
});
