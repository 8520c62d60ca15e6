import type { Schema } from '../src/api/types';
import { idle, stopClock } from './support/clock';
import { requestsTo } from './support/network';
import { dressed, fillRedeem, paths, redeemButton } from './support/public';
import { guild } from './support/shop';
import { expect, test } from './support/test';

test('customer pages answer with JSON if the Accept header prefers it', async ({ request, shop }) => {
  await shop.storefront(dressed);
  const id = await shop.order({ amount: 4, deliver: { ok: 1 } });
  await shop.stock(3, 'ThreeMonthTokens.txt');
  const get = async (path: string, accept: string) => {
    const answer = await request.get(path, { headers: { Accept: accept } });
    expect(answer.headers()['vary'], path).toMatch(/accept/i);
    return answer;
  };
  const json = async <T>(path: string) => (await (await get(path, 'application/json')).json()) as T;

  expect(await json<Schema<'OrderStatus'>>(paths.order(id))).toMatchObject({
    embedColor: '#ffd400',
    orderId: id,
    amount: 4,
    stock: 'OneMonthTokens.txt',
    successfulTokens: 1,
    failedTokens: 0,
    invite: 'lofi-lounge',
    storeLink: dressed.storeLink,
    discordLink: dressed.discordLink,
    embedFooter: dressed.embedFooter,
  });
  expect(await json<Schema<'LiveStock'>>(paths.stock())).toEqual({
    embedColor: '#ffd400',
    oneMonthNitroTokens: 0,
    oneMonthServerBoosts: 0,
    threeMonthNitroTokens: 3,
    threeMonthServerBoosts: 6,
    storeLink: dressed.storeLink,
    discordLink: dressed.discordLink,
    embedFooter: dressed.embedFooter,
  });
  expect(await json<Schema<'RedeemPage'>>(paths.redeem())).toEqual({
    embedColor: '#ffd400',
    footerText: dressed.redeemFooter,
  });
  for (const path of [paths.order(id), paths.stock(), paths.redeem()]) {
    const page = await get(path, 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect(page.headers()['content-type']).toMatch(/^text\/html/);
  }
  const missing = await get(paths.order('NOSUC-HORDE-RNOSU-CHORD'), 'application/json');
  expect(missing.status()).toBe(404);
  expect(await missing.json()).toMatchObject({ code: 404 });
});

test.describe('customer pages that are opened by a seller who is signed in', () => {
  test.use({ signedInAs: 'owner' });

  test('send no session token', async ({ page, shop }) => {
    const key = (await shop.storefront(), await shop.stock(3), await shop.key());
    const calls = requestsTo(page, /\/api\//);
    await stopClock(page);
    await page.goto(paths.stock());
    const polled = page.waitForResponse('**/api/fetch/**');
    await idle(page);
    await page.clock.runFor(10_000);
    await polled;
    await page.goto(paths.redeem());
    await fillRedeem(page, key);
    await redeemButton(page).click();
    await page.getByRole('link', { name: 'View Order Status' }).click();
    await expect(page.getByRole('heading', { name: 'Order Status' })).toBeVisible();
    expect(calls.length).toBeGreaterThan(4);
    expect(calls.filter((call) => call.headers()['authorization'])).toEqual([]);
  });
});

test('a customer page that does not exist leads back by "Go Back"', async ({ page, shop, guard }) => {
  guard.allow(/status of 404/);
  await shop.storefront();
  await page.goto(paths.redeem());
  await page.goto(`/${guild}/nothing`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page.getByRole('heading', { name: 'Redeem Your Order' })).toBeVisible();
});
