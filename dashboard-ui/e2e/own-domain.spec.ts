import type { Locator, Page } from '@playwright/test';
import { App } from './support/app';
import { findings } from './support/axe';
import { idle, stopClock } from './support/clock';
import { clipboard } from './support/controls';
import { NameServer } from './support/dns';
import { expectColour, expectNoSidewaysScroll } from './support/look';
import { requestsTo } from './support/network';
import { aSeller } from './support/people';
import { dressed, expectOutside, fillRedeem, redeemButton } from './support/public';
import { guild } from './support/shop';
import { desktop, expect, phone, test as base } from './support/test';

const domain = 'shop.example.org';

/** A shop with a domain of its own, where the pages are opened. */
const test = base.extend<{ dns: NameServer; store: string }>({
  dns: async ({}, provide) => {
    const dns = await NameServer.start();
    dns.aliases.set(domain, 'stores.example.com');
    await provide(dns);
    dns.stop();
  },
  app: async ({ dns }, provide) => {
    const app = await App.start({ 'domains.resolver': dns.address });
    await provide(app);
    await app.stop();
  },
  store: async ({ app, shop, guard }, provide) => {
    await shop.storefront({ ...dressed, embedColor: '#6d4aff' });
    await shop.stock(12);
    await shop.stock(7, 'ThreeMonthTokens.txt');
    await shop.call('POST', '/api/dashboard/domains/add', { domain });
    const store = app.origin.replace('127.0.0.1', domain);
    guard.allowOrigin(store);
    await provide(store);
  },
});

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const lookUp = (page: Page) => card(page, 'Order Status').getByLabel('Order ID');

async function count(page: Page, months: '1' | '3', of: string): Promise<string | null> {
  const row = card(page, `${months} Month Stock`).locator('dl > div').filter({ hasText: of });
  return row.getByRole('definition').textContent();
}

for (const [size, viewport] of Object.entries({ desktop, phone })) {
  test.describe(`a seller's own domain, on a ${size}`, () => {
    test.use({ viewport });

    test('has a front page with redeem form, stock, links and footers that passes axe', async ({
      page,
      store,
    }) => {
      await page.goto(store);
      await expect(page).toHaveTitle('Nova Boosts');
      await expect(page.getByRole('heading', { level: 1, name: 'Nova Boosts' })).toBeVisible();
      const title = page.getByRole('heading', { level: 2, name: 'Redeem Your Order' });
      await expectColour(title, '--accent-text');
      await expect(page.getByRole('button', { name: 'Redeem Now' })).toHaveCSS(
        'background-color',
        'rgb(109, 74, 255)',
      );
      expect(await count(page, '1', 'Premium tokens')).toBe('12');
      expect(await count(page, '1', 'Server boosts')).toBe('24');
      expect(await count(page, '3', 'Premium tokens')).toBe('7');
      const bottom = async (of: Locator) => {
        const { y, height } = (await of.boundingBox())!;
        return y + height;
      };
      const below = (await bottom(card(page, 'Live Stock'))) - (await bottom(card(page, '3 Month Stock')));
      expect(below, 'px below the last row').toBeLessThan(32);
      await expectOutside(page.getByRole('link', { name: 'Visit Store' }), dressed.storeLink);
      await expectOutside(page.getByRole('link', { name: 'Community' }), dressed.discordLink);
      await expect(page.getByRole('contentinfo')).toContainText(dressed.embedFooter);
      await expect(page.getByRole('contentinfo')).toContainText(dressed.redeemFooter);
      await expect(page.getByText('Boostdesk')).toHaveCount(0);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
        expect(await findings(page, colorScheme), colorScheme).toEqual([]);
      }
      await expectNoSidewaysScroll(page);
    });

    test('redeems a key and shows the order, all on its own domain', async ({ page, shop, store }) => {
      const key = await shop.key(4);
      await page.goto(store);
      await fillRedeem(page, key);
      await redeemButton(page).click();
      const status = `${store}/${guild}/order/${key}/status`;
      await page.getByRole('link', { name: 'View Order Status' }).click();
      await expect(page).toHaveURL(status);
      await expect(page).toHaveTitle('Order Status · Nova Boosts');
      await expect(page.getByRole('heading', { name: 'Order Status' })).toBeVisible();
      await expect(page.getByText(key, { exact: true })).toBeVisible();

      await page.goto(`${store}/redeem-order/${guild}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Redeem Your Order' })).toBeVisible();
      await expectNoSidewaysScroll(page);
    });

    test('finds an order by its id, and says when there is none', async ({ page, shop, store, guard }) => {
      guard.allow(/status of 404/);
      const order = await shop.order({ amount: 4 });
      await page.goto(store);
      await lookUp(page).press('Enter');
      await expect(page.getByText('Required')).toBeVisible();
      await lookUp(page).fill('NOSUC-HORDE-RNOSU-CHORD');
      await lookUp(page).press('Enter');
      await expect(page.getByText("We couldn't find the order with the provided Order ID.")).toBeVisible();
      await expect(lookUp(page)).toBeFocused();
      await expectNoSidewaysScroll(page);
      await lookUp(page).press('Enter');
      await expect(page.getByText("We couldn't find the order with the provided Order ID.")).toBeInViewport({
        ratio: 1,
      });
      await lookUp(page).fill(`  ${order} `);
      await page.getByRole('button', { name: 'View Order Status' }).click();
      await expect(page).toHaveURL(`${store}/${guild}/order/${order}/status`);
      await expect(page.getByRole('heading', { name: 'Order Status' })).toBeVisible();
    });

    test("shows the seller's own live stock page without the bar", async ({ page, shop, store }) => {
      const code = `export default function LiveStock({ stock }) {
        return <p className="p-8 text-4xl">{stock.oneMonthNitroTokens} left</p>;
      }`;
      await shop.call('POST', '/api/save-custom-code', { code });
      await page.goto(store);
      await page.getByRole('link', { name: 'Live Stock' }).click();
      await expect(page).toHaveURL(`${store}/${guild}/live-stock`);
      await expect(page).toHaveTitle('Live Stock · Nova Boosts');
      const frame = page.frameLocator('iframe[title="Live Stock"]');
      await expect(frame.getByText('12 left')).toBeVisible();
      // There is no bar above the page, because the domain says whose page it is.
      await expect(page.getByRole('banner')).toHaveCount(0);
    });

    test('has no dashboard, no login page and no login API', async ({ page, app, store, guard }) => {
      guard.allow(/status of 404/);
      for (const path of ['/dashboard', '/dashboard/orders', '/dashboard/settings', '/login']) {
        await page.goto(store + path);
        await expect(page.getByRole('heading', { name: 'Page not found' }), path).toBeVisible();
        await expect(page.getByText('Boostdesk')).toHaveCount(0);
      }
      const answer = await page.evaluate(async (accessCode) => {
        const body = JSON.stringify({ captcha_key: '', access_code: accessCode });
        const headers = { 'Content-Type': 'application/json' };
        return (await fetch('/api/auth/login', { method: 'POST', headers, body })).status;
      }, app.accessCode);
      expect(answer).toBe(404);
      await expectNoSidewaysScroll(page);
    });

    test("links to the seller's other storefront, and finds orders of both", async ({
      page,
      shop,
      store,
      guard,
    }) => {
      // The order is looked up first in the storefront of this page, which does not have it.
      guard.allow(/status of 404/);
      const second = '998877665544332211';
      const name = 'Nova Plus, boosts for very large servers and everyone in them, worldwide';
      await shop.storefront({ guildId: second, name, embedColor: '#ffd400' });
      // More than a phone has room for.
      await shop.storefront({ guildId: '998877665544332212', name: 'Nova Lite, boosts by the month' });
      await page.goto(store);
      const storefronts = page.getByRole('navigation', { name: 'Storefronts' });
      await expect(storefronts.getByRole('link', { name: 'Nova Boosts' })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await expectNoSidewaysScroll(page);
      await storefronts.getByRole('link', { name }).click();
      await expect(page).toHaveURL(`${store}/${second}`);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expectNoSidewaysScroll(page);
      // An order of the first one is found here too.
      await lookUp(page).fill(await shop.order());
      await lookUp(page).press('Enter');
      await expect(page).toHaveURL(new RegExp(`^${store}/${guild}/order/`));
    });
  });
}

test("a seller's own domain refreshes its stock counts every ten seconds", async ({ page, shop, store }) => {
  await stopClock(page);
  await page.goto(store);
  expect(await count(page, '1', 'Premium tokens')).toBe('12');
  await shop.stock(3);
  const polled = page.waitForResponse('**/api/fetch/**');
  await idle(page);
  await page.clock.runFor(10_000);
  await polled;
  await expect.poll(() => count(page, '1', 'Premium tokens')).toContain('15');
});

test("a seller's own domain says when the shop is closed", async ({ page, shop, store, guard }) => {
  guard.allow(/status of 410/, /This shop is closed\./);
  await shop.call('DELETE', `/api/storefronts/${guild}`);
  for (const path of ['', `/${guild}/live-stock`, `/redeem-order/${guild}`]) {
    await page.goto(store + path);
    await expect(page.getByText('This shop is closed.'), path).toBeVisible();
  }
});

test('an open front page says that the shop was closed once the redeem dialog is closed', async ({
  page,
  app,
  shop,
  store,
  guard,
}) => {
  guard.allow(/status of 410/, /^error: This shop is closed\. /);
  const key = await shop.key();
  await stopClock(page);
  await page.goto(store);
  await fillRedeem(page, key);
  await redeemButton(page).click();
  const redeemed = page.getByRole('dialog');
  await expect(redeemed).toBeVisible();
  await app.operate('storefront', 'close', guild);
  await expect
    .poll(async () => (await fetch(`${app.origin}/api/fetch/${guild}/live-stock`)).status)
    .toBe(410);
  const polled = page.waitForResponse('**/api/fetch/*/live-stock');
  await idle(page);
  await page.clock.runFor(10_000);
  expect((await polled).status()).toBe(410);
  await idle(page);
  await expect(redeemed).toBeVisible();
  await page.clock.resume();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert')).toContainText('This shop is closed.');
  await expect(redeemButton(page)).toHaveCount(0);
});

test("a seller's own domain shows no other seller's pages", async ({ page, app, store, guard }) => {
  guard.allow(/status of 404/, /not found for this Guild ID/, /not open right now/, /Redeem page not found/);
  const mika = await aSeller(app);
  const foreign = '118877665544332211';
  await mika.storefront({ guildId: foreign, name: 'Another shop' });
  for (const path of [`/${foreign}`, `/${foreign}/live-stock`, `/redeem-order/${foreign}`]) {
    const answer = await page.goto(store + path);
    expect(answer!.status(), path).toBe(404);
    await expect(
      page.getByRole('heading', { name: /^(Page not found|Oops! Something went wrong)$/ }),
    ).toBeVisible();
    await expect(page.getByText('Another shop')).toHaveCount(0);
  }
});

test("the front page of a seller's own domain loads two files of at most 75 kB", async ({
  page,
  app,
  store,
}) => {
  const asked = requestsTo(page, /\.(js|css)$/);
  await page.goto(store);
  // The form's answer shows that the page's script runs.
  await lookUp(page).press('Enter');
  await expect(page.getByText('Required')).toBeVisible();
  const files = asked.map((request) => new URL(request.url()).pathname);
  expect(files).toHaveLength(2);
  let total = 0;
  for (const file of files) {
    // Browsers ask for Brotli over https only.
    const answer = await fetch(app.origin + file, { headers: { 'Accept-Encoding': 'br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    total += Number(answer.headers.get('content-length'));
  }
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThanOrEqual(75_000);
});

test.describe('in the dashboard', () => {
  test.use({ signedInAs: 'owner' });

  test("the copied link of a key leads to the seller's own domain", async ({ page, shop, store }) => {
    expect(store).toContain(domain);
    const key = await shop.key();
    // Waits until the domain is known: until then links lead to the product's own address, which customers can use, too.
    await page.goto('/dashboard/storefront');
    await expect(page.getByText(`https://${domain}/redeem-order/${guild}`)).toBeVisible();
    await page.getByRole('group', { name: 'Shop' }).getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('button', { name: `Copy link of ${key}` }).click();
    await expect
      .poll(() => clipboard(page))
      .toBe(`https://${domain}/redeem-order/${guild}#key=${encodeURIComponent(key)}`);
  });
});
