import { expectToast, openListening } from './support/dashboard';
import { refuse, waitPatiently } from './support/network';
import { dialog, open } from './support/orders';
import { browserOf } from './support/people';
import { guild, Shop } from './support/shop';
import { expect, test } from './support/test';

test.use({ signedInAs: 'owner' });

test('the order dialog shows which failed token a replacement replaces', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ amount: 4, deliver: { ok: 1, failed: 1 } });
  const [failed] = (await shop.readOrder(id))['tokens-used'].failed;
  const [fresh] = await shop.stock(['fresh-token']);
  await shop.call('POST', `/api/dashboard/orders/${id}/replace`, {});
  await openListening(page, `/dashboard/orders?order=${id}`);
  const replacement = (name: string) => dialog(page).getByRole('region', { name }).getByRole('listitem');
  await expect(replacement('Waiting for delivery')).toContainText(`${fresh}replaces ${failed}`);
  await shop.deliver(id, { ok: 1 });
  const successful = replacement('Successful tokens');
  await expect(successful.filter({ hasText: fresh! })).toHaveText(`${fresh}replaces ${failed}`);
  await expect(successful.filter({ hasText: 'replaces' })).toHaveCount(1);
  await expect(replacement('Failed tokens')).toHaveText(failed!);
});

test('the order dialog links to other orders of the customer', async ({ page, shop }) => {
  await shop.storefront();
  const first = await shop.order({ deliver: { ok: 1 }, email: 'Mika@example.com' });
  await shop.order({ email: 'mika@example.community' });
  const last = await shop.order();
  await page.goto(`/dashboard/orders?status=processing&order=${last}`);
  const others = dialog(page).getByRole('region', { name: 'Other orders' });
  await expect(others.getByRole('listitem')).toHaveCount(1);
  await expect(others.getByRole('listitem')).toContainText(`${first}Completed`);
  await others.getByRole('link', { name: first }).click();
  await expect(dialog(page)).toContainText('Completed');
  await expect(page).toHaveURL(`/dashboard/orders?status=processing&order=${first}`);
  await expect(others.getByRole('link', { name: last })).toBeVisible();
});

test('the order dialog lists the five newest other orders, and links to all of them', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const ids: string[] = [];
  for (let count = 0; count < 7; count++) ids.unshift(await shop.order());
  await page.goto(`/dashboard/orders?order=${ids[0]}`);
  const others = dialog(page).getByRole('region', { name: 'Other orders' });
  await expect(others.getByRole('listitem')).toContainText(ids.slice(1, 6));
  await others.getByRole('link', { name: 'Show all' }).click();
  await expect(page).toHaveURL('/dashboard/orders?q=%22mika%40example.com%22');
  await expect(dialog(page)).toHaveCount(0);
});

test('the order dialog offers Retry when the blocklist or other orders fail to load', async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/status of 500/);
  await shop.storefront();
  const other = await shop.order();
  const id = await shop.order();
  await waitPatiently(page);
  const mend = [
    await refuse(page, '**/api/blocklist', { status: 500 }),
    await refuse(page, '**/api/dashboard/orders?q=*', { status: 500 }),
  ];
  await page.goto(`/dashboard/orders?order=${id}`);
  const failed = (what: string) =>
    dialog(page)
      .getByRole('alert')
      .filter({ hasText: `${what} could not be loaded` });
  await expect(failed('The blocklist')).toBeVisible();
  await expect(failed('Other orders')).toBeVisible();
  for (const one of mend) await one();
  await failed('The blocklist').getByRole('button', { name: 'Retry' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Block' })).toBeVisible();
  await failed('Other orders').getByRole('button', { name: 'Retry' }).click();
  await expect(dialog(page).getByRole('link', { name: other })).toBeVisible();
});

test('the order dialog blocks the customer after a confirmation, and shows that', async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ deliver: { ok: 1 } });
  const key = await shop.key();
  await shop.stock(1);
  await page.goto('/dashboard/orders');
  const box = await open(page, id);
  await box.getByRole('button', { name: 'Block' }).click();
  const question = page.getByRole('alertdialog', { name: 'Block this customer?' });
  const email = question.getByRole('checkbox', { name: 'Email mika@example.com' });
  await expect(email).toBeChecked();
  // The server cannot be blocked: without a chat platform, nobody knows to which one the invite leads.
  await expect(question.getByRole('checkbox')).toHaveCount(1);
  await email.uncheck();
  await expect(question.getByRole('button', { name: 'Block' })).toBeDisabled();
  await email.check();
  await question.getByRole('button', { name: 'Block' }).click();
  await expectToast(page, 'Blocked!');
  await expect(question).toHaveCount(0);
  await expect(box).toContainText('Blocked: email');
  await expect(box.getByRole('button', { name: 'Block' })).toHaveCount(0);
  const blocks = await shop.call<{ kind: string; value: string; note: string }[]>('GET', '/api/blocklist');
  expect(blocks).toMatchObject([{ kind: 'email', value: 'mika@example.com', note: `Order ${id}` }]);
  await expect(shop.redeem(key)).rejects.toThrow('403');
});

// Imitated: only a chat platform knows to which server an invite leads.
test("the order dialog can block the customer's server alone if it is known", async ({ page, shop }) => {
  await shop.storefront();
  const id = await shop.order({ deliver: { ok: 1 } });
  const order = { ...(await shop.readOrder(id)), guildId: '730182645519203846' };
  await page.route(`**/api/dashboard/orders/${id}/order.json`, (route) => route.fulfill({ json: order }));
  await page.goto('/dashboard/orders');
  const box = await open(page, id);
  await box.getByRole('button', { name: 'Block' }).click();
  const question = page.getByRole('alertdialog', { name: 'Block this customer?' });
  await question.getByRole('checkbox', { name: /^Email/ }).uncheck();
  await question.getByRole('button', { name: 'Block' }).click();
  await expect(question).toHaveCount(0);
  await expect(box).toContainText('Blocked: server');
  await expect(box.getByRole('button', { name: 'Block' })).toBeVisible();
});

for (const role of ['viewer', 'packer'] as const) {
  test.describe(`a ${role}`, () => {
    test.use({ signedInAs: 'nobody' });

    test("sees only the storefront's orders of the customer, and no Block button", async ({
      browser,
      app,
      shop,
    }) => {
      const elsewhere = '223344556677889900';
      await shop.storefront();
      await shop.storefront({ guildId: elsewhere, name: 'Nova Two' });
      const id = await shop.order({ deliver: { ok: 1 } });
      const other = await shop.order();
      const member = { username: 'helper', role };
      const { accessCode } = await shop.call<{ accessCode: string }>(
        'POST',
        `/api/storefronts/${elsewhere}/members`,
        { ...member, username: 'elsewhere' },
      );
      const helper = await shop.call<{ accessCode: string }>(
        'POST',
        `/api/storefronts/${guild}/members`,
        member,
      );
      const list = '/api/dashboard/orders?q=mika%40example.com';
      const foreign = await Shop.signIn(app, accessCode);
      expect(await foreign.call<{ total: number }>('GET', list)).toMatchObject({ total: 0 });

      const person = await Shop.signIn(app, helper.accessCode);
      const context = await browser.newContext({
        baseURL: app.origin,
        storageState: browserOf(app, person),
      });
      const page = await context.newPage();
      await waitPatiently(page);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(`/dashboard/orders?order=${id}`);
      await expect(dialog(page).getByRole('region', { name: 'Other orders' })).toContainText(other);
      await expect(dialog(page).getByRole('button', { name: 'Block' })).toHaveCount(0);
      await expect(dialog(page).getByLabel('New note')).toHaveCount(role === 'viewer' ? 0 : 1);
      expect(asked).not.toContain('/api/blocklist');
      await context.close();
    });
  });
}
