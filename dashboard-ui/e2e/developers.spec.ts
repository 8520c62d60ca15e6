import type { Page } from '@playwright/test';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, button, clipboard } from './support/controls';
import { expectToast } from './support/dashboard';
import { expectNoSidewaysScroll, settled } from './support/look';
import { hold, refuse } from './support/network';
import { expect, phone, test } from './support/test';

const path = '/dashboard/developers';
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

test.use({ signedInAs: 'owner', settings: { 'webhooks.allowed_networks': '127.0.0.0/8' } });

/** A service that receives calls and answers them with `status`. */
class Service {
  status = 204;
  readonly heard: string[] = [];
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => (body += piece));
      request.on('end', () => {
        this.heard.push((JSON.parse(body) as { type: string }).type);
        response.writeHead(this.status).end();
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/in`;
  }

  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }
}

test('an API key is shown once, listed with its scopes, and deleted', async ({ page, app }) => {
  await page.goto(path);
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await button(page, 'Create API key').click();
  const create = button(dialog(page), 'Create');
  await create.click();
  await expect(dialog(page).getByText('Please enter a name')).toBeVisible();
  await page.getByLabel('Name').fill('Stock bot');
  await page.getByRole('checkbox', { name: /^read/ }).uncheck();
  await create.click();
  await expect(dialog(page).getByText('Please choose at least one scope')).toBeVisible();
  await page.getByRole('checkbox', { name: /^stock/ }).check();
  await page.getByRole('checkbox', { name: /^read/ }).check();
  await create.click();

  const made = page.getByRole('dialog', { name: 'Your new API key' });
  await expect(button(made, 'Copy')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => clipboard(page)).toMatch(/^bdk_/);
  const key = await clipboard(page);
  await button(made, 'Done').click();
  const row = section(page, 'API keys').getByRole('listitem').filter({ hasText: 'read, stock' });
  await expect(row).toContainText('Stock bot');
  await expect(row).toContainText('Never used');

  const call = () => page.request.get(`${app.origin}/api/storefronts`, { headers: { Authorization: key } });
  expect((await call()).status()).toBe(200);
  await button(page, 'Delete API key: Stock bot').click();
  await answer(page, 'Delete');
  await expectToast(page, 'API key deleted!');
  await expect(page.getByText('No API keys yet')).toBeVisible();
  expect((await call()).status()).toBe(401);
});

test('a new API key stays on screen however often Escape is pressed', async ({ page }) => {
  await page.goto(path);
  await button(page, 'Create API key').click();
  await page.getByLabel('Name').fill('Stock bot');
  await button(dialog(page), 'Create').click();
  const made = page.getByRole('dialog', { name: 'Your new API key' });
  await expect(made).toContainText('bdk_');
  // Browsers let a page prevent the first of two presses of Escape, but not the second.
  for (let press = 0; press < 3; press++) await page.keyboard.press('Escape');
  await settled(page);
  await expect(made).toContainText('bdk_');
  await button(made, 'Done').click();
  await expect(made).toHaveCount(0);
});

test('a new API key is shown even if its dialog was closed before the answer came', async ({ page }) => {
  await page.goto(path);
  await button(page, 'Create API key').click();
  await page.getByLabel('Name').fill('Stock bot');
  const make = await hold(page, '**/api/api-keys');
  await button(dialog(page), 'Create').click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  make();
  await expect(page.getByRole('dialog', { name: 'Your new API key' })).toContainText('bdk_');
});

test('an event endpoint is added, tested, redelivered to, given a new secret and deleted', async ({
  page,
  guard,
}) => {
  guard.allow(/status of 422/);
  const service = new Service();
  const url = await service.start();
  try {
    await page.goto(path);
    await expect(page.getByText('No event endpoints yet')).toBeVisible();
    await button(page, 'Add endpoint').click();
    const add = button(dialog(page), 'Add');
    await page.getByLabel('Address').fill('https://10.0.0.1/');
    await add.click();
    await expect(
      dialog(page).getByText('The address must be one that anybody on the internet can reach.'),
    ).toBeVisible();
    await expect(page.getByLabel('Address')).toBeFocused();
    await page.getByLabel('Address').fill(url);
    await add.click();
    const secret = page.getByRole('dialog', { name: "The endpoint's secret" });
    await expect(secret).toContainText('whsec_');
    await button(secret, 'Done').click();

    const endpoints = section(page, 'Event endpoints');
    await expect(endpoints.getByRole('listitem').filter({ hasText: url })).toContainText('7 events');
    const act = async (action: string) => {
      await button(page, `Actions for ${url}`).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    service.status = 500;
    await act('Send a test');
    await expectToast(page, 'Test sent!');
    await expect.poll(() => service.heard.length).toBeGreaterThan(0);
    await expect(endpoints.getByText('Failing', { exact: true })).toBeVisible();
    service.status = 204;

    await button(page, `Deliveries to ${url}`).click();
    const delivery = dialog(page).getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
    await expect(delivery).toHaveCount(1);
    await button(delivery, 'Redeliver test').click();
    await expect(delivery).toContainText('Delivered');
    await expect(delivery).toContainText('204');
    await button(dialog(page), 'Close').click();
    await expect(endpoints.getByText('Enabled', { exact: true })).toBeVisible();

    await act('New secret');
    await answer(page, 'Make a new secret');
    await expect(secret).toContainText('whsec_');
    await button(secret, 'Done').click();
    await expect(button(page, `Actions for ${url}`)).toBeFocused();
    await act('Disable');
    await expect(endpoints.getByText('Disabled', { exact: true })).toBeVisible();
    await act('Delete');
    await answer(page, 'Delete');
    await expect(page.getByText('No event endpoints yet')).toBeVisible();
  } finally {
    service.stop();
  }
});

test('an endpoint error that belongs to no field is scrolled into view', async ({ page, guard }) => {
  guard.allow(/status of 409/);
  await page.goto(path);
  await button(page, 'Add endpoint').click();
  const message = 'There are 10 event endpoints already. Delete one first.';
  await refuse(page, '**/api/event-endpoints', { status: 409, message });
  await page.getByLabel('Address').fill('https://hooks.example.com/');
  await button(dialog(page), 'Add').click();
  await expect(dialog(page).getByRole('alert')).toHaveText(message);
  await expect(dialog(page).getByRole('alert')).toBeInViewport({ ratio: 1 });
});

test('the dialog to create an API key fits on a phone', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto(path);
  await button(page, 'Create API key').click();
  await expect(dialog(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
});
