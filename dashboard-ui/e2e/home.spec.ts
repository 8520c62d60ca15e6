import type { Locator, Page } from '@playwright/test';
import { idle, stopClock } from './support/clock';
import { expectStats, openListening, stat, storedToken } from './support/dashboard';
import { askOneByOne, hold, refuse, requestsTo, waitPatiently } from './support/network';
import { buy, connectSellAuth } from './support/sellauth';
import { guild } from './support/shop';
import { expect, test } from './support/test';

test.use({ signedInAs: 'owner' });

const activity = (page: Page) => page.getByRole('region', { name: 'Recent Activity' });
const items = (page: Page) => activity(page).getByRole('listitem');

test('Home shows its title, a welcome, and zero counts for a new shop', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page).toHaveTitle('Dashboard · Boostdesk');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true })).toBeVisible();
  await expect(page.getByText("Welcome back! Here's what's happening today.", { exact: true })).toBeVisible();
  for (const name of ['Total Orders', 'New Orders', 'Boosts (24h)']) {
    await expect(stat(page, name)).toHaveText('0');
  }
  await expect(page.getByRole('region', { name: 'New Orders' })).toContainText('In the last hour');
  await expect(activity(page)).toContainText('Latest updates from your dashboard');
});

test('Home shows "Loading your dashboard..." until its data arrives', async ({ page }) => {
  const answer = await hold(page, '**/api/dashboard/fetch-dashboard-data');
  await page.goto('/dashboard');
  await expect(page.getByRole('status')).toHaveText('Loading your dashboard...');
  await expect(page.getByRole('status')).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('status')).toHaveCount(0);
});

// Imitated: a real dashboard always lists a sign-in as activity, and so many orders would take too long to make.
test('Home separates thousands in counts, and says when there is no activity', async ({ page }) => {
  const data = { totalOrders: 12846, newOrders: 1000, boostsL24: 1234567, recentActivity: [] };
  await page.route('**/api/dashboard/fetch-dashboard-data', (route) => route.fulfill({ json: data }));
  await page.goto('/dashboard');
  await expectStats(page, { 'Total Orders': '12,846', 'New Orders': '1,000', 'Boosts (24h)': '1,234,567' });
  await expect(activity(page).getByText('No recent activity', { exact: true })).toBeVisible();
  await expect(
    activity(page).getByText('Activity will appear here when available', { exact: true }),
  ).toBeVisible();
});

test('Recent Activity has the newest first, which alone pulses, and "New" on the first two', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  await shop.order({ deliver: { ok: 1 } });
  await page.goto('/dashboard');
  const first = items(page).first();
  await expect(first).toContainText('Order completed');
  await expect(first.getByText(/^\d+s ago$/)).toBeVisible();
  expect(await items(page).count()).toBeGreaterThan(3);
  await expect(items(page).filter({ hasText: 'New' })).toHaveCount(2);
  await expect(items(page).nth(0).getByText('New', { exact: true })).toBeVisible();
  await expect(items(page).nth(1).getByText('New', { exact: true })).toBeVisible();

  const pulsing = await items(page).evaluateAll((rows) =>
    rows.map((row) =>
      row
        .getAnimations({ subtree: true })
        .some((animation) => animation.effect?.getComputedTiming().iterations === Infinity),
    ),
  );
  expect(pulsing).toEqual([true, ...pulsing.slice(1).map(() => false)]);
});

test('Home counts all orders, but only the boosts that were delivered', async ({ page, shop }) => {
  await shop.storefront();
  await shop.order({ amount: 8, deliver: { ok: 3, failed: 1 } });
  await shop.order({ amount: 2, deliver: { failed: 1 } });
  await shop.order({ amount: 4 });
  await page.goto('/dashboard');
  await expect(stat(page, 'Total Orders')).toHaveText('3');
  await expect(stat(page, 'New Orders')).toHaveText('3');
  await expect(stat(page, 'Boosts (24h)')).toHaveText('6');
});

test('Home shows an order that is redeemed elsewhere without a reload', async ({ page, shop }) => {
  await shop.storefront();
  await openListening(page, '/dashboard');
  await expect(stat(page, 'Total Orders')).toHaveText('0');
  const key = await shop.order();
  await expect(stat(page, 'Total Orders')).toHaveText('1');
  await expect(stat(page, 'New Orders')).toHaveText('1');
  await expect(items(page).filter({ hasText: key })).not.toHaveCount(0);
  await shop.deliver(key, { ok: 1 });
  await expect(stat(page, 'Boosts (24h)')).toHaveText('2');
  await expect(items(page).first()).toContainText('Order completed');
});

test('the chart of the last 14 days has a table with a row for each day', async ({ page, shop }) => {
  await shop.storefront();
  const order = await shop.readOrder(await shop.order({ amount: 4, deliver: { ok: 2 } }));
  await page.goto('/dashboard');
  const chart = page.getByRole('region', { name: 'Last 14 days' });
  const rows = chart.getByRole('row');
  await expect(rows).toHaveCount(15);
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const sold = new RegExp(`${day.format(new Date(order.createdAt))}\\s*1\\s*4`);
  await expect(rows.filter({ hasText: sold })).toHaveCount(1);
});

const checklist = (page: Page, name = 'Get ready to sell') => page.getByRole('region', { name });
const step = (page: Page, text: string) => checklist(page).getByRole('listitem').filter({ hasText: text });

test('the checklist marks each step as done by itself, and disappears after the first sale', async ({
  page,
  shop,
  browser,
  baseURL,
}) => {
  await shop.storefront();
  await openListening(page, '/dashboard');
  const list = checklist(page);
  await expect(list).toContainText('1 of 5 done');
  await expect(step(page, 'Create your storefront')).toContainText('Done');
  await expect(step(page, 'Put tokens into your stock').getByRole('link')).toHaveAttribute(
    'href',
    '/dashboard/stock',
  );
  await shop.stock(20);
  await expect(list).toContainText('2 of 5 done');
  const [key] = await shop.keys(1);
  await expect(list).toContainText('3 of 5 done');
  await expect(
    step(page, 'Share your redeem page').getByRole('button', { name: 'Copy redeem link' }),
  ).toBeVisible();
  await expect(step(page, 'a domain of your own')).toContainText('optional');
  // A visit by the seller, known by the cookie of their session, does not count as a customer's.
  const visits = async () =>
    (await shop.call<{ visitedAt: string | null }>('GET', `/api/storefronts/${guild}`)).visitedAt;
  const session = { name: 'boostdesk_session', value: (await storedToken(page))!, url: baseURL! };
  await page.context().addCookies([{ ...session, httpOnly: true, sameSite: 'Strict' }]);
  const own = await page.context().newPage();
  await own.goto(`/redeem-order/${guild}`);
  await expect(own.getByRole('heading', { name: 'Redeem Your Order' })).toBeVisible();
  await own.close();
  expect(await visits()).toBeNull();
  await expect(list).toContainText('3 of 5 done');
  const elsewhere = await browser.newContext({ baseURL });
  const customer = await elsewhere.newPage();
  await customer.goto(`/redeem-order/${guild}`);
  await expect(step(page, 'Share your redeem page')).toContainText('Done');
  await expect(list).toContainText('4 of 5 done');
  await elsewhere.close();
  await shop.redeem(key!);
  await expect(list).toHaveCount(0);
  // A seller who has sold by hand is not asked to connect a store.
  await expect(checklist(page, 'Finish setting up')).toHaveCount(0);
});

test('after the first sale the checklist asks for what is missing, but for no store', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  await shop.order();
  const inviteUrl = `https://discord.com/oauth2/authorize?client_id=1&guild_id=${guild}`;
  await askOneByOne(page);
  await page.route('**/api/dashboard/bot', (route) =>
    route.fulfill({
      json: { hasToken: true, inviteUrl, storefronts: [{ guildId: guild, isMember: false, inviteUrl }] },
    }),
  );
  await page.goto('/dashboard');
  const rest = checklist(page, 'Finish setting up');
  await expect(rest).toContainText('4 of 5 done');
  await expect(rest.getByRole('listitem')).toHaveCount(1);
  await expect(rest.getByRole('link', { name: 'Invite the bot' })).toHaveAttribute('href', inviteUrl);
});

for (const [pattern, name, left, said] of [
  ['**/api/storefronts/*/stores', 'Connect the store', '1 of 4 done', 'Your stores could not be loaded'],
  ['**/api/storefronts/*/stock', 'Put tokens', '1 of 4 done', 'Your stock could not be loaded'],
  ['**/api/storefronts/*/keys?*', 'Make your first key', '1 of 4 done', 'Your keys could not be loaded'],
  ['**/api/dashboard/domains/list', 'a domain of', '1 of 5 done', 'Your domain could not be loaded'],
  ['**/api/dashboard/bot', 'Give the bot its token', '1 of 5 done', 'Where the bot is could not be loaded'],
] as const) {
  test(`the checklist omits "${name}" while its data fails to load, until Retry`, async ({
    page,
    shop,
    guard,
  }) => {
    guard.allow(/status of 500/);
    await shop.storefront();
    await askOneByOne(page);
    await waitPatiently(page);
    const mend = await refuse(page, pattern, { status: 500 });
    await page.goto('/dashboard');
    const failed = checklist(page).getByRole('alert').filter({ hasText: said });
    await expect(failed).toBeVisible();
    await expect(checklist(page)).toContainText(left);
    await expect(step(page, 'Share your redeem page')).toBeVisible();
    await expect(step(page, name)).toHaveCount(0);
    const retry = failed.getByRole('button', { name: 'Retry' });
    await expect(retry).toBeEnabled();
    await mend();
    const answer = await hold(page, pattern);
    await retry.click();
    // All stays where it is until there is an answer.
    await expect(retry).toHaveAttribute('aria-busy', 'true');
    await expect(retry).toBeFocused();
    await expect(step(page, 'Share your redeem page')).toBeVisible();
    answer();
    await expect(step(page, name)).toBeVisible();
    await expect(failed).toHaveCount(0);
    await expect(checklist(page)).toContainText('1 of 5 done');
  });
}

test("the operator's checklist has an optional step to set the bot's token", async ({ page, shop }) => {
  await shop.storefront();
  await page.goto('/dashboard');
  await expect(step(page, 'Give the bot its token')).toContainText('Set discord.token in config.toml');
  await expect(step(page, 'Give the bot its token')).toContainText('optional');
});

test.describe('a seller', () => {
  test.use({ signedInAs: 'seller' });

  test('has no checklist step about the bot, which only the operator can set up', async ({
    page,
    person,
  }) => {
    await person!.storefront();
    await page.goto('/dashboard');
    await expect(checklist(page)).toContainText('1 of 5 done');
    await expect(step(page, 'the bot')).toHaveCount(0);
  });
});

// Imitated: only the chat platform knows where the bot is.
test('the checklist step to invite the bot follows whether the bot is in the server', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const inviteUrl = `https://discord.com/oauth2/authorize?client_id=1&guild_id=${guild}`;
  let isMember: boolean | null = null;
  await askOneByOne(page);
  await page.route('**/api/dashboard/bot', (route) =>
    route.fulfill({
      json: { hasToken: true, inviteUrl, storefronts: [{ guildId: guild, isMember, inviteUrl }] },
    }),
  );
  await openListening(page, '/dashboard');
  const bot = step(page, 'Let the bot into your server');
  await expect(bot).toContainText('The chat platform does not answer right now.');
  await expect(checklist(page)).toContainText('1 of 5 done');
  isMember = false;
  await openListening(page, '/dashboard');
  await expect(bot.getByRole('link', { name: 'Invite the bot' })).toHaveAttribute('href', inviteUrl);
  await expect(checklist(page)).toContainText('1 of 6 done');
  isMember = true;
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(bot).toContainText('Done', { timeout: 100 });
  }).toPass();
  await expect(checklist(page)).toContainText('2 of 6 done');
  // As when the bot is removed: an event says that its storefront has changed.
  isMember = false;
  await shop.changeStorefront({ name: 'Nova & Sons' });
  await expect(bot.getByRole('link', { name: 'Invite the bot' })).toBeVisible();
});

test('Home lists refused store calls with the reason until later calls succeed', async ({ page, shop }) => {
  await shop.storefront();
  await connectSellAuth(shop);
  await openListening(page, '/dashboard');
  const refused = page.getByRole('region', { name: 'Refused store calls' });
  await buy(page.request, { id: 1, signedWith: 'another one' });
  await buy(page.request, { id: 2, product: 43 });
  await expect(refused.getByRole('listitem')).toHaveText([
    /^SellAuth: 1 call, not mapped, \d+s ago$/,
    /^SellAuth: 1 call, wrong signature, \d+s ago$/,
  ]);
  await expect(refused.getByRole('link').first()).toHaveAttribute(
    'href',
    `/dashboard/inbox?guild=${guild}&store=sellauth&verdict=unmapped`,
  );
  await buy(page.request, { id: 3 });
  await expect(refused.getByRole('listitem')).toHaveText([/not mapped/]);
  await buy(page.request, { id: 2 });
  await expect(refused).toHaveCount(0);
});

test('Home says when refused store calls could not be loaded, and Retry loads them', async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/status of 500/);
  await shop.storefront();
  await askOneByOne(page);
  await waitPatiently(page);
  const mend = await refuse(page, '**/api/dashboard/refused-calls', { status: 500 });
  await page.goto('/dashboard');
  const failed = page.getByRole('alert').filter({ hasText: 'Refused store calls could not be loaded' });
  const retry = failed.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeEnabled();
  await mend();
  await retry.click();
  await expect(failed).toHaveCount(0);
});

test('Home shows nothing below its notices until they are known, so that none of them moves what is shown', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  await shop.stock(2);
  await shop.order();
  await askOneByOne(page);
  await waitPatiently(page);
  const answerStock = await hold(page, '**/api/storefronts/*/stock');
  const answerCalls = await hold(page, '**/api/dashboard/refused-calls');
  await page.goto('/dashboard');
  const low = page.getByRole('region', { name: 'Low stock' });
  const places = (...regions: Locator[]) => Promise.all(regions.map((region) => region.boundingBox()));
  const figure = page.getByRole('region', { name: 'Total Orders' });
  await expect(stat(page, 'Total Orders')).toHaveText('1');
  const first = await places(figure);
  answerStock();
  await expect(low).toContainText('One Month Tokens: 2 tokens left');
  const second = await places(figure, low);
  expect(second[0]).toEqual(first[0]);
  await expect(activity(page)).toHaveCount(0);
  answerCalls();
  await expect(activity(page)).toBeVisible();
  expect(await places(figure, low)).toEqual(second);
});

test('Home shows what is below its notices after ten seconds if those are not known', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  await shop.order();
  await askOneByOne(page);
  await hold(page, '**/api/storefronts/*/stock');
  await hold(page, '**/api/dashboard/refused-calls');
  await stopClock(page);
  const asked = requestsTo(page, /\/stock$/);
  await page.goto('/dashboard');
  // Only the script asks for this, and a moment on its clock passes before it shows each answer.
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return asked.length;
    })
    .toBeGreaterThan(0);
  await expect(stat(page, 'Total Orders')).toHaveText('1');
  await expect(activity(page)).toHaveCount(0);
  await idle(page);
  await page.clock.runFor(10_000);
  await expect(activity(page)).toBeVisible();
});

test('Home lists stock that runs low until it is refilled', async ({ page, shop }) => {
  await shop.storefront();
  await shop.stock(2);
  await openListening(page, '/dashboard');
  const low = page.getByRole('region', { name: 'Low stock' });
  await expect(low.getByRole('listitem')).toHaveText(['One Month Tokens: 2 tokens left']);
  await shop.order({ amount: 14 });
  await expect(low.getByRole('listitem')).toHaveText(['One Month Tokens: 2 tokens left, enough for 2 days']);
  await shop.stock(20);
  await expect(low).toHaveCount(0);
});

test('Home links a seller without a storefront to creating one', async ({ page, shop }) => {
  await openListening(page, '/dashboard');
  const hint = page.getByRole('region', { name: 'Create your storefront' });
  await expect(hint.getByRole('link', { name: 'Create storefront' })).toHaveAttribute(
    'href',
    '/dashboard/storefront',
  );
  await shop.storefront({ guildId: guild });
  await expect(hint).toHaveCount(0);
});

// Imitated: only the chat platform can take a channel away.
test('Home lists the channels that the bot cannot post in until it can', async ({ page, shop }) => {
  const storefront = await shop.storefront();
  const problems = [
    { channel: '918430295761048371', message: 'The bot may not post in the channel.' },
    { channel: 'DM', message: 'Your direct messages are closed to the bot.' },
  ];
  await askOneByOne(page);
  await page.route('**/api/storefronts', (route) => route.fulfill({ json: [{ ...storefront, problems }] }));
  await openListening(page, '/dashboard');
  const notice = page.getByRole('region', { name: 'The bot needs your help' });
  await expect(notice.getByRole('listitem')).toHaveText([
    '#918430295761048371 The bot may not post in the channel.',
    'Direct messages Your direct messages are closed to the bot.',
  ]);
  await page.unroute('**/api/storefronts');
  await shop.changeStorefront({ name: 'Nova & Sons' });
  await expect(notice).toHaveCount(0);
});
