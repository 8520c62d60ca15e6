import type { Browser, Page } from '@playwright/test';
import { stopClock } from './support/clock';
import { hold, requestsTo } from './support/network';
import { dressed, fillRedeem, footer, oops, paths, redeemButton } from './support/public';
import { expect, phone, test } from './support/test';

const script = '**/assets/public/*.js';

async function withoutScripts(browser: Browser, baseURL: string, look: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, viewport: phone });
  await look(await context.newPage());
  await context.close();
}

/** Opens a page and compares what was painted with what its script has made of it. */
async function expectTakenOver(page: Page, path: string) {
  await page.addInitScript(() => {
    const removed: string[] = [];
    Object.assign(window, { removed });
    new MutationObserver((changes) => {
      for (const { target, removedNodes } of changes) {
        if (document.getElementById('root')?.contains(target)) {
          removed.push(...[...removedNodes].map((node) => node.textContent ?? ''));
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
  const answer = await page.goto(path);
  const painted = await page.evaluate(
    (html) => new DOMParser().parseFromString(html, 'text/html').getElementById('root')!.innerHTML,
    await answer!.text(),
  );
  expect(painted).toContain('<main');
  // The script has run: its stylesheet with the seller's colours is there.
  await expect.poll(() => page.evaluate(() => document.adoptedStyleSheets.length)).toBe(1);
  const drawn = await page.locator('#root').innerHTML();
  expect(drawn.replace(/ style="[^"]*"|<iframe.*?<\/iframe>/g, '')).toBe(painted);
  expect(await page.evaluate(() => (window as unknown as { removed: string[] }).removed)).toEqual([]);
}

test('customer pages show their content without JavaScript', async ({ browser, app, shop }) => {
  await shop.storefront(dressed);
  await shop.stock(3);
  const order = await shop.order({ deliver: { ok: 1 } });
  await withoutScripts(browser, app.origin, async (page) => {
    await page.goto(paths.stock());
    await expect(page.getByRole('region', { name: '1 Month Stock' })).toContainText('Server boosts6');
    await expect(page.getByRole('link', { name: 'Visit Store' })).toHaveAttribute('href', dressed.storeLink);
    await expect(footer(page)).toHaveText(dressed.embedFooter);
    await page.goto(paths.order(order));
    await expect(page.getByText('All 2 boosts are delivered.')).toBeVisible();
    await expect(page.getByText(order, { exact: true })).toBeVisible();
    await page.goto(paths.redeem());
    await expect(page.getByLabel('Redeem key')).toBeVisible();
    await expect(redeemButton(page)).toHaveCSS('background-color', 'rgb(255, 212, 0)');
    await expect(redeemButton(page)).toHaveCSS('color', 'rgb(0, 0, 0)');
    await page.goto('/404/live-stock');
    await expect(page.getByRole('alert')).toContainText(oops);
  });
});

test('the script of a customer page takes over the server-rendered HTML unchanged', async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/404|not found|Order Status/);
  await stopClock(page);
  await shop.storefront(dressed);
  await shop.stock(9);
  const order = await shop.order({ deliver: { ok: 1 } });
  for (const path of [
    paths.stock(),
    paths.redeem(),
    paths.order(order),
    '/404/live-stock',
    '/redeem-order/404',
  ]) {
    await expectTakenOver(page, path);
  }
});

test("a seller's own page has a heading and a loading text without JavaScript", async ({
  browser,
  app,
  shop,
}) => {
  await shop.storefront(dressed);
  const code = 'export default function Page() { return <p>Ours</p>; }';
  await shop.call('POST', '/api/save-custom-code', { code });
  await withoutScripts(browser, app.origin, async (page) => {
    await page.goto(paths.stock());
    await expect(page.getByRole('heading', { name: 'Live Stock' })).toBeVisible();
    await expect(page.getByText('Loading live stock...')).toBeAttached();
  });
});

test('input typed on the redeem page before its script loads is kept and not submitted', async ({
  page,
  shop,
}) => {
  await shop.storefront(dressed);
  const release = await hold(page, script);
  await page.goto(paths.redeem(), { waitUntil: 'commit' });
  await page.getByLabel('Redeem key').fill('SOLD-KEY');
  await page.getByLabel('Email').fill('mika@example.com');
  await page.getByLabel('Email').press('Enter');
  release();
  await expect.poll(() => page.evaluate(() => document.adoptedStyleSheets.length)).toBe(1);
  await expect(page.getByLabel('Redeem key')).toHaveValue('SOLD-KEY');
  expect(new URL(page.url()).search).toBe('');
  await redeemButton(page).click();
  await expect(page.getByLabel('Server invite')).toHaveAccessibleDescription('Required');
  await expect(page.getByLabel('Email')).toHaveValue('mika@example.com');
});

/** Keeps the note about a late script from coming by itself. */
async function stopWait(page: Page) {
  await expect(late(page).locator('..')).toHaveCSS('animation-delay', '5s');
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.pause()));
}

const late = (page: Page) => page.getByText('This page has not finished loading. Reload it if this stays.');

for (const [what, path, scripts] of [
  ['the redeem page', paths.redeem(), script],
  ['the login page', '/', '**/assets/login-*.js'],
] as const) {
  test(`${what} says after five seconds that its script is late, until that runs`, async ({ page, shop }) => {
    await shop.storefront(dressed);
    const release = await hold(page, scripts);
    await page.goto(path, { waitUntil: 'commit' });
    await stopWait(page);
    await expect(late(page)).toBeHidden();
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
    await expect(late(page)).toBeInViewport({ ratio: 1 });
    release();
    await expect(late(page)).toHaveCount(0);
  });
}

test('a press on the redeem page before its script loads is answered, and redeems nothing', async ({
  page,
  shop,
}) => {
  await shop.storefront(dressed);
  await page.setViewportSize(phone);
  const calls = requestsTo(page, /\/api\/redeem\//);
  const release = await hold(page, script);
  await page.goto(paths.redeem(), { waitUntil: 'commit' });
  await stopWait(page);
  await fillRedeem(page, 'SOLD-KEY');
  await expect(late(page)).toBeHidden();
  await redeemButton(page).click();
  await expect(late(page)).toBeInViewport({ ratio: 1 });
  release();
  await expect(late(page)).toHaveCount(0);
  await expect(page.getByLabel('Redeem key')).toHaveValue('SOLD-KEY');
  expect(calls).toEqual([]);
});
