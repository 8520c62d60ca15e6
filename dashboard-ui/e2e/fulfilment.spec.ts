import { choose, fadeSlowly } from './support/controls';
import { expectToast, openListening } from './support/dashboard';
import { fulfilmentService } from './support/fulfilment-service';
import { hold } from './support/network';
import { open } from './support/orders';
import { guild } from './support/shop';
import { expect, test } from './support/test';

test.use({ signedInAs: 'owner' });

test('a fulfilment service is set up at a valid address, and gets a new secret', async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/status of 422/);
  await shop.storefront();
  await page.goto('/dashboard/fulfilment');
  await choose(page, 'Orders are delivered', 'By a service of yours');
  const address = page.getByLabel('Address of the service');
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(page.getByText('Please enter the address of your service.')).toBeVisible();
  await address.fill('https://192.168.0.1/');
  await save.click();
  await expect(page.getByRole('alert')).toContainText('anybody on the internet');
  await address.fill('https://shop.example.com/fulfil');
  await save.click();
  const dialog = page.getByRole('dialog', { name: "Your service's secret" });
  await expect(dialog).toContainText('whsec_');
  const secret = await dialog.getByText('whsec_').textContent();
  await fadeSlowly(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(`whsec_••••${secret!.slice(-4)}`)).toBeVisible();

  await page.getByRole('button', { name: 'New Secret' }).click();
  await page.getByRole('button', { name: 'Yes, New Secret' }).click();
  const renewed = await dialog.getByText('whsec_').textContent();
  expect(renewed).not.toBe(secret);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(`whsec_••••${renewed!.slice(-4)}`)).toBeVisible();

  await page.reload();
  await expect(address).toHaveValue('https://shop.example.com/fulfil');
});

test.describe('an order that the fulfilment service gave up', () => {
  test.use({ settings: { 'webhooks.allowed_networks': '["127.0.0.0/8"]' } });

  test('waits for the seller, and is delivered after "Send again"', async ({ page, shop }) => {
    const service = await fulfilmentService();
    await shop.storefront();
    const own = { mode: 'webhook', url: service.url };
    await shop.call('PUT', `/api/storefronts/${guild}/fulfilment`, own);
    const id = await shop.order();
    await expect.poll(async () => (await shop.readOrder(id)).state).toBe('waiting');
    service.status = 200;
    await openListening(page, '/dashboard/orders');
    const box = await open(page, id);
    await expect(box).toContainText('Processing');
    await expect(box.getByRole('region', { name: 'Waiting for delivery' })).toBeVisible();
    await box.getByRole('button', { name: 'Send again' }).click();
    await expectToast(page, 'Sent again.');
    await expect(box).toContainText('Completed');
    await expect(box.getByRole('region', { name: 'History' })).toContainText('Tokens: 1 delivered');
    expect(new Set(service.ids).size).toBe(1);
    await service.stop();
  });
});

test('a failed order takes a note, and is completed by replacing its failed token', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const id = await shop.order({ deliver: { failed: 1 } });
  const [fresh] = await shop.stock(1);
  await openListening(page, '/dashboard/orders');
  const box = await open(page, id);
  await box.getByLabel('New note').fill('Called them');
  await box.getByRole('button', { name: 'Add Note' }).click();
  await expect(box.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toContainText('Called them');
  await expect(box.getByLabel('New note')).toHaveValue('');
  await box.getByRole('button', { name: 'Replace failed' }).click();
  await expectToast(page, '1 token replaced.');
  await expect(box.getByRole('region', { name: 'Waiting for delivery' })).toContainText(fresh!);
  await box.getByRole('button', { name: 'All delivered' }).click();
  await box.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(box).toContainText('Completed');
  await expect(box.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(6);
});

test('a note that is being sent while the order is closed is saved, not kept as a draft', async ({
  page,
  shop,
}) => {
  await shop.storefront();
  const id = await shop.order({ deliver: { ok: 1 } });
  await openListening(page, '/dashboard/orders');
  const box = await open(page, id);
  await box.getByLabel('New note').fill('Called them');
  const take = await hold(page, '**/notes');
  await box.getByRole('button', { name: 'Add Note' }).click();
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  take();
  await expectToast(page, 'Noted.');
  await open(page, id);
  await expect(box.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toContainText('Called them');
  await expect(box.getByLabel('New note')).toHaveValue('');
});
