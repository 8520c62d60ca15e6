import type { Page } from '@playwright/test';
import { clipboard } from './support/controls';
import { expectLedToLogin, expectToast, homeIsThere, stat, storedToken, toast } from './support/dashboard';
import { cut, hold, refuse, requestsThat, requestsTo } from './support/network';
import { aSeller } from './support/people';
import { guild } from './support/shop';
import { expect, phone, test } from './support/test';

// These tests leave nothing behind but sessions.
test.use({ place: 'shared', signedInAs: 'owner' });

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });
const entries = (page: Page) => navigation(page).getByRole('link');
const current = (page: Page) => navigation(page).locator('[aria-current=page]');

test.describe('the sidebar', () => {
  test('is shown in windows from 1024 px', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto('/dashboard');
    await expect(stat(page, 'Total Orders')).toBeVisible();
    await expect(navigation(page)).toHaveCount(0);
    await page.setViewportSize({ width: 1024, height: 800 });
    await expect(navigation(page)).toBeVisible();
    await page.setViewportSize({ width: 1023, height: 800 });
    await expect(navigation(page)).toHaveCount(0);
  });

  test('leaves the same room above the name of each group', async ({ page }) => {
    await page.goto('/dashboard');
    for (const height of [800, 1000]) {
      await page.setViewportSize({ width: 1280, height });
      await expect(navigation(page).getByRole('group')).toHaveCount(2);
      const rooms = await navigation(page)
        .getByRole('group')
        .evaluateAll((groups) =>
          groups.map((group) => {
            const above = [...group.previousElementSibling!.querySelectorAll('a')].at(-1);
            const before = above ?? group.previousElementSibling!;
            return (
              group.querySelector('p')!.getBoundingClientRect().top - before.getBoundingClientRect().bottom
            );
          }),
        );
      expect(rooms[0]).toBeGreaterThan(8);
      expect(rooms[1]).toBe(rooms[0]);
    }
  });

  test('links an admin to every screen, and all links fit into the window', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(entries(page)).toHaveText([
      'Home',
      'Orders',
      'Suggestions',
      'Bugs',
      'Chat',
      'Settings',
      'Admin',
      'Storefront',
      'Stock',
      'Keys',
      'Stores',
      'Inbox',
      'Fulfilment',
      'Insights',
      'Blocklist',
      'Developers',
      'Helpers',
      'Health',
    ]);
    await expect(navigation(page).getByRole('group', { name: 'Shop' }).getByRole('link')).toHaveText([
      'Storefront',
      'Stock',
      'Keys',
      'Stores',
      'Inbox',
      'Fulfilment',
      'Insights',
      'Blocklist',
      'Developers',
      'Helpers',
    ]);
    const addresses = await entries(page).evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')),
    );
    expect(addresses).toEqual([
      '/dashboard',
      '/dashboard/orders',
      '/dashboard/suggestions',
      '/dashboard/report-bugs',
      '/dashboard/chat',
      '/dashboard/settings',
      '/dashboard/admin',
      '/dashboard/storefront',
      '/dashboard/stock',
      '/dashboard/keys',
      '/dashboard/stores',
      '/dashboard/inbox',
      '/dashboard/fulfilment',
      '/dashboard/insights',
      '/dashboard/blocklist',
      '/dashboard/developers',
      '/dashboard/helpers',
      '/dashboard/health',
    ]);
    await expect(navigation(page)).toContainText('owner');
    // All entries fit: none is below the fold, or behind the name of the user.
    const end = page.getByRole('button', { name: 'Sign Out' });
    await expect(end).toBeInViewport({ ratio: 1 });
    const [last, person] = [entries(page).last(), navigation(page).getByText('owner')];
    const [above, below] = [await last.boundingBox(), await person.boundingBox()];
    expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y);
  });

  test('marks the current screen, and changes screens without a page load', async ({ page }) => {
    const documents = requestsThat(page, (request) => request.isNavigationRequest());
    await page.goto('/dashboard');
    await homeIsThere(page);
    await expect(current(page)).toHaveText(['Home']);
    for (const name of ['Orders', 'Chat', 'Settings', 'Stock', 'Keys']) {
      await entries(page).filter({ hasText: name }).click();
      await expect(current(page)).toHaveText([name]);
    }
    await expect(page).toHaveURL('/dashboard/keys');
    await entries(page).filter({ hasText: 'Home' }).click();
    await expect(current(page)).toHaveText(['Home']);
    await page.goBack();
    await expect(current(page)).toHaveText(['Keys']);
    expect(documents).toHaveLength(1);
    await page.goto('/dashboard/orders?page=1');
    await expect(current(page)).toHaveText(['Orders']);
  });

  test('marks Home also at /dashboard/, and nothing on the custom domain screen', async ({ page }) => {
    await page.goto('/dashboard/settings');
    await expect(current(page)).toHaveText(['Settings']);
    await page.goto('/dashboard/');
    await expect(current(page)).toHaveText(['Home']);
    await page.goto('/dashboard/custom-domain');
    await expect(entries(page)).not.toHaveCount(0);
    await expect(current(page)).toHaveCount(0);
  });
});

test.describe('the command palette', () => {
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Jump to' });
  const options = (page: Page) => palette(page).getByRole('option');

  test.beforeEach(async ({ page }) => {
    await page.goto('/dashboard');
    await homeIsThere(page);
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
  });

  test('opens a screen by its name', async ({ page }) => {
    await page.keyboard.type('edit li');
    await expect(options(page).first()).toHaveText(/^Edit Live Stock/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard/edit-live-stock');
    await expect(palette(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Edit Live Stock Page' })).toBeFocused();
  });

  test('is navigated by the arrow keys, and closed by Escape', async ({ page }) => {
    const chosen = options(page).and(page.locator('[aria-selected=true]'));
    await expect(chosen).toHaveText(/^Home/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(chosen).toHaveText(/^Orders/);
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard');
  });

  test('says when nothing matches', async ({ page }) => {
    await page.keyboard.type('no such thing');
    await expect(options(page)).toHaveCount(0);
    await expect(palette(page).getByRole('status')).toHaveText('Nothing fits');
  });
});

test.describe('the command palette of a shop', () => {
  test.use({ place: 'fresh' });

  test('opens an order by its id, opens the dialog to create keys, and copies links', async ({
    page,
    app,
    shop,
  }) => {
    await shop.storefront();
    const id = await shop.order({ deliver: { ok: 1 } });
    await page.goto('/dashboard/chat');
    const opener = page.getByRole('button', { name: 'Jump to' });
    const type = async (typed: string) => {
      await opener.click();
      await expect(page.getByRole('dialog', { name: 'Jump to' }).getByRole('combobox')).toBeFocused();
      await page.keyboard.type(typed);
    };
    const run = async (typed: string) => {
      await type(typed);
      await page.keyboard.press('Enter');
    };
    await run(id.toLowerCase());
    await expect(page.getByRole('dialog', { name: id })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await run('make keys');
    await expect(page.getByRole('dialog', { name: 'Create keys' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/dashboard/keys');

    await type('copy redeem');
    await expect(page.getByRole('option')).toHaveText([/^Copy redeem link.*Nova Boosts$/]);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Copied to clipboard!');
    expect(await clipboard(page)).toBe(`${app.origin}/api/redeem-order/${guild}`);
  });
});

test.describe('a seller who is no admin', () => {
  // A shared Boostdesk would have a seller mika after the first of these tests.
  test.use({ place: 'fresh', signedInAs: 'seller' });

  test('has no Admin entry in the sidebar', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(navigation(page)).toContainText('mika');
    await expect(entries(page).filter({ hasText: 'Settings' })).toHaveCount(1);
    await expect(entries(page).filter({ hasText: 'Admin' })).toHaveCount(0);
  });
});

test.describe('the session check', () => {
  test('shows a spinner, then the screen', async ({ page }) => {
    const answer = await hold(page, '**/api/user/me');
    for (const [path, words] of [
      ['/dashboard', 'Loading your dashboard...'],
      ['/dashboard/orders', 'Loading...'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('status')).toHaveText(words);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
    }
    answer();
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  });

  test('is made once: not again on another screen, on focus or on coming online', async ({ page }) => {
    const checks = requestsTo(page, /\/api\/(user\/me|auth\/self)$/);
    await page.clock.install();
    await page.goto('/dashboard');
    await homeIsThere(page);
    await entries(page).filter({ hasText: 'Orders' }).click();
    await expect(page.getByText('No orders yet')).toBeVisible();
    for (const events of [
      ['focus', 'visibilitychange'],
      ['offline', 'online'],
    ]) {
      // Data that is stale by then is fetched again.
      const refreshed = page.waitForResponse('**/fetch-dashboard-orders*');
      await page.clock.fastForward('10:00');
      await page.evaluate((names) => names.forEach((name) => window.dispatchEvent(new Event(name))), events);
      await refreshed;
    }
    await entries(page).filter({ hasText: 'Home' }).click();
    await expect(stat(page, 'Total Orders')).toHaveText('0');
    expect(checks).toHaveLength(1);
  });

  test('is not repeated when the server fails', async ({ page, guard }) => {
    guard.allow(/status of 500/);
    const checks = requestsTo(page, /\/api\/user\/me$/);
    await refuse(page, '**/api/user/me', { status: 500, message: 'Broken.' });
    await page.goto('/dashboard/orders');
    await expectLedToLogin(page, 'You need to log in to access orders.');
    expect(checks).toHaveLength(1);
  });

  test('is not repeated when the server answers 429 with Retry-After', async ({ page, guard }) => {
    guard.allow(/status of 429/);
    const checks = requestsTo(page, /\/api\/user\/me$/);
    await page.route('**/api/user/me', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '0' }, json: { code: 429, message: 'Later.' } }),
    );
    await page.goto('/dashboard/orders');
    await expectLedToLogin(page, 'You need to log in to access orders.');
    expect(checks).toHaveLength(1);
  });

  test('sends the stored token unchanged as Authorization header', async ({ page }) => {
    const asked = page.waitForRequest('**/api/user/me');
    await page.goto('/dashboard');
    const token = await storedToken(page);
    expect((await asked).headers()['authorization']).toBe(token);
  });
});

test.describe('a token in the URL', () => {
  test.use({ place: 'fresh', signedInAs: 'nobody' });

  test('signs in, and is removed from the URL', async ({ page, shop }) => {
    await page.goto(`/dashboard/orders?token=${shop.token}&size=50`);
    await expectToast(page, 'Signed in as owner.');
    await expect(page.getByText('No orders yet')).toBeVisible();
    await expect(page).toHaveURL('/dashboard/orders?size=50');
    expect(await storedToken(page)).toBe(shop.token);
  });

  test("signs in if it is a one-time ticket, even when the user's name fails to load", async ({
    page,
    shop,
    guard,
  }) => {
    guard.allow(/status of 503/);
    await page.route('**/api/auth/exchange', (route) => route.fulfill({ json: { token: shop.token } }));
    await page.route('**/api/user/me', (route) => route.fulfill({ status: 503, json: { code: 503 } }), {
      times: 1,
    });
    await page.goto('/dashboard?token=bdt_once');
    await expectToast(page, 'Signed in.');
    await expect(navigation(page)).toContainText('owner');
    expect(await storedToken(page)).toBe(shop.token);
  });

  test('asks before it replaces a live session', async ({ page, app, shop }) => {
    const other = await aSeller(app);
    await page.goto(`/dashboard?token=${other.token}`);
    await expect(navigation(page)).toContainText('mika');

    await page.goto(`/dashboard?token=${shop.token}`);
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('as mika');
    await expect(question).toContainText('as owner');
    await expect(page).toHaveURL('/dashboard');
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(navigation(page)).toContainText('mika');

    await page.goto(`/dashboard?token=${shop.token}`);
    await question.getByRole('button', { name: 'Switch session' }).click();
    await expect(navigation(page)).toContainText('owner');
  });

  test('keeps the current session if that cannot be checked', async ({ page, app, shop, guard }) => {
    guard.allow(/status of 503/);
    const other = await aSeller(app);
    await page.goto(`/dashboard?token=${other.token}`);
    await expect(navigation(page)).toContainText('mika');
    let asked = 0;
    await page.route('**/api/user/me', (route) =>
      route.request().headers()['authorization'] === other.token && asked++ === 0
        ? route.fulfill({ status: 503, json: { code: 503, message: 'Later.' } })
        : route.fallback(),
    );
    await page.goto(`/dashboard?token=${shop.token}`);
    await expectToast(page, 'Later.');
    await expect(navigation(page)).toContainText('mika');
    expect(await storedToken(page)).toBe(other.token);
  });

  test('replaces a session that has ended without a question', async ({ page, app, shop, guard }) => {
    guard.allow(/status of 401/);
    const other = await aSeller(app);
    await page.goto(`/dashboard?token=${other.token}`);
    await expect(navigation(page)).toContainText('mika');
    await page.goto('about:blank');
    await other.signOut();
    await page.goto(`/dashboard?token=${shop.token}`);
    await expect(navigation(page)).toContainText('owner');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });
});

test.describe('an invalid token in the URL', () => {
  const dead = '?token=bds_dead';

  test('keeps the current session, and shows an error', async ({ page, guard }) => {
    guard.allow(/status of 401/);
    await page.goto(`/dashboard${dead}`, { waitUntil: 'commit' });
    await expectToast(page, 'The session of this sign-in link is over.');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });

  test.describe('without a session', () => {
    test.use({ signedInAs: 'nobody' });

    test('leads to the login page with a single toast', async ({ page, guard }) => {
      guard.allow(/status of 401/);
      await page.goto(`/dashboard/suggestions${dead}`, { waitUntil: 'commit' });
      await expectLedToLogin(page, 'You need to log in to access suggestions.');
      await expect(toast(page, /./)).toHaveCount(1);
    });
  });
});

test.describe('signing out', () => {
  test('removes the stored token and ends the session on the server', async ({ page, app, guard }) => {
    guard.allow(/status of 401/);
    await page.goto('/dashboard');
    const token = await storedToken(page);
    const ended = page.waitForResponse('**/api/auth/logout');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Boostdesk Access' })).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    expect((await ended).status()).toBe(200);
    const answer = await fetch(`${app.origin}/api/user/me`, { headers: { Authorization: token! } });
    expect(answer.status).toBe(401);

    await page.goBack();
    await expect(page).toHaveURL('/');
    await expectToast(page, 'You need to log in to access the dashboard.');
  });

  test('leads the other tabs to the login page, too', async ({ page, context, guard }) => {
    guard.allow(/status of 401/);
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto('/dashboard');
      await expect(stat(tab, 'Total Orders')).toHaveText('0');
    }
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expectToast(other, 'You need to log in to access the dashboard.');
    await expect(page.getByRole('heading', { name: 'Boostdesk Access' })).toBeVisible();
    await expect(other).toHaveURL('/');
  });

  test('works also while the network fails', async ({ page, guard }) => {
    guard.allow(/net::ERR_/);
    await page.goto('/dashboard');
    await expect(stat(page, 'Total Orders')).toHaveText('0');
    await cut(page, '**/api/auth/logout');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByRole('heading', { name: 'Boostdesk Access' })).toBeVisible();
    expect(await storedToken(page)).toBeNull();
  });
});

test.describe('signing out of a new shop', () => {
  test.use({ place: 'fresh' });

  test('sends no more data requests while the login page is loading', async ({ page, shop }) => {
    await shop.storefront();
    const [late, login] = [await hold(page, /checklist-steps/), await hold(page, /login-screen/)];
    const underWay = page.waitForRequest(/checklist-steps/);
    await page.goto('/dashboard');
    await underWay;
    await expect(stat(page, 'Total Orders')).toHaveText('0');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toHaveCount(0);
    const asked = requestsTo(page, /\/api\/(dashboard|storefronts)/);
    const arrived = page.waitForResponse(/checklist-steps/);
    late();
    await arrived;
    login();
    await expect(page.getByRole('heading', { name: 'Boostdesk Access' })).toBeVisible();
    expect(asked).toEqual([]);
  });
});

test.describe('open tabs of a browser', () => {
  test.use({ place: 'fresh' });

  const name = (page: Page) => page.getByLabel('Name', { exact: true });
  const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });

  /** Signs in by a link in the tab `other`, replacing its session. */
  async function switchTo(token: string, other: Page) {
    await other.goto(`/dashboard?token=${token}`);
    await other.getByRole('button', { name: 'Switch session' }).click();
    await expect(navigation(other)).toContainText('mika');
  }

  test('switch to the new user when somebody else signs in in another tab', async ({
    page,
    context,
    app,
  }) => {
    await page.goto('/dashboard');
    await expect(navigation(page)).toContainText('owner');
    await switchTo((await aSeller(app)).token, await context.newPage());
    await expect(navigation(page)).toContainText('mika');
    await expect(page).toHaveURL('/dashboard');
  });

  test('that kept their unsaved changes save for the user who opened them', async ({
    page,
    context,
    app,
    shop,
  }) => {
    await shop.storefront();
    const mika = await aSeller(app);
    await page.goto('/dashboard/storefront');
    await name(page).fill('Nova & Sons');
    const asked = page.waitForEvent('dialog');
    await switchTo(mika.token, await context.newPage());
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(page, 'Storefront saved!');
    expect(await shop.call('GET', '/api/storefronts')).toMatchObject([{ name: 'Nova & Sons' }]);
    expect(await mika.call('GET', '/api/storefronts')).toEqual([]);
  });

  test('ask before unsaved changes are lost by signing out', async ({ page, shop }) => {
    await shop.storefront();
    await page.goto('/dashboard/storefront');
    await name(page).fill('Nova & Sons');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(name(page)).toHaveValue('Nova & Sons');
    expect(await storedToken(page)).not.toBeNull();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    const ended = page.waitForResponse('**/api/auth/logout');
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { name: 'Boostdesk Access' })).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    expect((await ended).status()).toBe(200);
  });
});

test('going backwards with Tab never leaves the focus under the bar at the top', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto('/dashboard/settings');
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Copy access code' })).toBeVisible();
  const bar = (await page.getByRole('banner').boundingBox())!;
  await main.getByRole('button').last().focus();
  const focused = main.locator(':focus');
  await expect(focused).toHaveCount(1);
  let stop = 0;
  for (; (await focused.count()) > 0; stop++) {
    expect((await focused.boundingBox())!.y, `stop ${stop}`).toBeGreaterThanOrEqual(bar.y + bar.height);
    await page.keyboard.press('Shift+Tab');
  }
  expect(stop).toBeGreaterThan(5);
});

test.describe('the menu on a phone', () => {
  test.use({ viewport: phone });

  const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
  const opener = (page: Page) => page.getByRole('button', { name: 'Open menu' });

  test('has buttons that toasts do not cover', async ({ page }) => {
    await page.goto('/dashboard/settings');
    const copied = toast(page, 'Access code copied!');
    // On a busy machine the toast may be gone before the button is checked.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(menu(page)).toHaveCount(0);
      await page.getByRole('button', { name: 'Copy access code' }).click();
      await expect(copied).toBeVisible();
      await opener(page).click();
      await menu(page).getByRole('button', { name: 'Sign Out' }).click({ trial: true });
      expect(await copied.isVisible()).toBe(true);
    }).toPass();
  });

  test('opens, and closes when a link is picked', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(entries(page)).toHaveCount(0);
    await opener(page).click();
    await expect(menu(page).getByRole('link')).toHaveCount(18);
    await menu(page).getByRole('link', { name: 'Orders' }).click();
    await expect(menu(page)).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard/orders');
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  });

  test('closes when the link of the current screen is picked', async ({ page }) => {
    await page.goto('/dashboard');
    await opener(page).click();
    await menu(page).getByRole('link', { name: 'Home' }).click();
    await expect(menu(page)).toHaveCount(0);
  });

  test('closes on its button, on Escape and on a press beside it, and gives the focus back', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    for (const close of [
      () => menu(page).getByRole('button', { name: 'Close menu' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(370, 400),
    ]) {
      await opener(page).click();
      await expect(menu(page)).toBeVisible();
      await close();
      await expect(menu(page)).toHaveCount(0);
      await expect(opener(page)).toBeFocused();
    }
  });

  test('closes when the window becomes wide enough for the sidebar', async ({ page }) => {
    await page.goto('/dashboard');
    await opener(page).click();
    await expect(menu(page)).toBeVisible();
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(menu(page)).toHaveCount(0);
    await expect(navigation(page)).toBeVisible();
    await page.setViewportSize(phone);
    await expect(opener(page)).toBeVisible();
    await expect(menu(page)).toHaveCount(0);
  });

  test('keeps the keyboard focus inside', async ({ page }) => {
    await page.goto('/dashboard');
    await opener(page).click();
    await expect(menu(page)).toBeVisible();
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
      );
      expect(outside, `after ${press + 1} presses of Tab`).toBe(false);
    }
  });

  test('has a button that signs out', async ({ page }) => {
    await page.goto('/dashboard');
    await opener(page).click();
    await menu(page).getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByRole('heading', { name: 'Boostdesk Access' })).toBeVisible();
  });
});

test.describe('the keyboard', () => {
  test('reaches every control of the sidebar in reading order', async ({ page }) => {
    await page.goto('/dashboard');
    await homeIsThere(page);
    for (const name of [
      'Skip to content',
      'Jump to',
      'Home',
      'Orders',
      'Suggestions',
      'Bugs',
      'Chat',
      'Settings',
      'Admin',
      'Storefront',
      'Stock',
      'Keys',
      'Stores',
      'Inbox',
      'Fulfilment',
      'Insights',
      'Blocklist',
      'Developers',
      'Helpers',
      'Health',
      'Sign Out',
    ]) {
      await page.keyboard.press('Tab');
      await expect(page.locator(':focus')).toHaveAccessibleName(name);
    }
  });

  test('can skip the navigation', async ({ page }) => {
    await page.goto('/dashboard/orders');
    await expect(page.getByText('No orders yet')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'All', exact: true })).toBeFocused();
  });

  test('can open a screen from the sidebar', async ({ page }) => {
    await page.goto('/dashboard');
    await entries(page).filter({ hasText: 'Orders' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard/orders');
  });
});

test.describe('opening a screen', () => {
  const find = (page: Page) => page.getByRole('searchbox', { name: 'Find in all orders' });

  test('from the sidebar focuses its first field, and by a page load does not', async ({ page }) => {
    await page.goto('/dashboard');
    await homeIsThere(page);
    await entries(page).filter({ hasText: 'Orders' }).click();
    await expect(find(page)).toBeFocused();
    await entries(page).filter({ hasText: 'Blocklist' }).click();
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await entries(page).filter({ hasText: 'Admin' }).click();
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.goto('/dashboard/orders');
    await expect(page.getByText('No orders yet')).toBeVisible();
    await expect(find(page)).not.toBeFocused();
  });

  test('on a phone focuses its heading and no field, so that no keyboard pops up', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Orders' }).click();
    await expect(page.getByText('No orders yet')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeFocused();
  });
});
