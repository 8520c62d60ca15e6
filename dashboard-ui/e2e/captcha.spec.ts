import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect, toast } from './support/test';

type Verdict = Record<string, unknown>;

/** A bot check of our own, on a host of its own: its script and its verifier. */
class BotCheck {
  origin = '';
  /** What the verifier says next; by default that all is well. */
  verdict: Verdict | 'broken' = {};
  /** The questions that it was asked. */
  readonly asked: Record<string, string>[] = [];
  /** The `render` parameters that the script was loaded with. */
  readonly loaded: (string | null)[] = [];
  private readonly server: Server;

  constructor() {
    this.server = createServer(async (request, response) => {
      const url = new URL(request.url!, this.origin);
      if (url.pathname === '/api.js') {
        this.loaded.push(url.searchParams.get('render'));
        response.setHeader('Content-Type', 'text/javascript').end(script);
      } else if (this.verdict === 'broken') {
        response.writeHead(500).end('broken');
      } else {
        this.asked.push(Object.fromEntries(new URLSearchParams(await text(request))));
        const well = { success: true, score: 0.9, action: 'login', hostname: '127.0.0.1' };
        const answer = { ...well, challenge_ts: new Date().toISOString(), ...this.verdict };
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
      }
    });
  }

  async start() {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const script = `
window.grecaptcha = {
  ready: (then) => then(),
  execute: async (siteKey, { action }) => 'token for ' + siteKey + ' and ' + action,
};`;

async function text(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += String(part);
  return body;
}

const test = base.extend<{ botCheck: BotCheck }>({
  botCheck: async ({}, provide) => {
    const botCheck = new BotCheck();
    await botCheck.start();
    await provide(botCheck);
    await botCheck.stop();
  },
  settings: async ({ botCheck }, provide) =>
    provide({
      'captcha.site_key': 'our-site',
      'captcha.secret_key': 'our-secret',
      'captcha.script_url': `${botCheck.origin}/api.js`,
      'captcha.verify_url': `${botCheck.origin}/verify`,
    }),
});

test.beforeEach(({ guard, botCheck }) => guard.allowOrigin(botCheck.origin));

test('its script is loaded once, and its token for the action login opens the door', async ({
  page,
  app,
  botCheck,
}) => {
  await page.goto('/');
  const sent = page.waitForRequest('**/api/auth/login');
  await page.getByLabel('Access code', { exact: true }).fill(app.accessCode);
  await page.getByRole('button', { name: /Access Dashboard/ }).click();
  expect((await sent).postDataJSON()).toEqual({
    captcha_key: 'token for our-site and login',
    access_code: app.accessCode,
  });
  await expect(page).toHaveURL('/dashboard');
  expect(botCheck.asked).toMatchObject([{ secret: 'our-secret', response: 'token for our-site and login' }]);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { name: 'Boostdesk Access' })).toBeVisible();
  expect(botCheck.loaded).toEqual(['our-site']);
});

test('other pages do not load it', async ({ page, botCheck, guard }) => {
  guard.allow(/status of 404/, /Redeem page not found/);
  await page.goto('/redeem-order/112233445566778899');
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(botCheck.loaded).toEqual([]);
});

for (const [what, verdict] of [
  ['a bad score', { score: 0.3 }],
  ['a token of another action', { action: 'redeem' }],
  ['a token of another site', { hostname: 'elsewhere.example.com' }],
  ['an old token', { challenge_ts: '2020-01-01T00:00:00Z' }],
  ['a token that does not exist', { success: false }],
] as [string, Verdict][]) {
  test(`${what} does not`, async ({ page, app, botCheck, guard }) => {
    guard.allow(/status of 422/);
    botCheck.verdict = verdict;
    await page.goto('/');
    const answered = page.waitForResponse('**/api/auth/login');
    await page.getByLabel('Access code', { exact: true }).fill(app.accessCode);
    await page.getByRole('button', { name: /Access Dashboard/ }).click();
    const { message } = (await (await answered).json()) as { message: string };
    await expect(toast(page, message)).toBeVisible();
    await expect(page.getByRole('button', { name: /Access Dashboard/ })).toBeEnabled();
    await expect(page).toHaveURL('/');
  });
}

test('a verifier that is broken lets nobody in', async ({ page, app, botCheck, guard }) => {
  guard.allow(/status of 503/);
  botCheck.verdict = 'broken';
  await page.goto('/');
  await page.getByLabel('Access code', { exact: true }).fill(app.accessCode);
  await page.getByRole('button', { name: /Access Dashboard/ }).click();
  await expect(toast(page, /./)).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('a script that does not come is given up after 30 looks, 100 ms apart', async ({ page, app, guard }) => {
  guard.allow(/net::ERR_/);
  await page.route('**/api.js*', (route) => route.abort());
  let calls = 0;
  page.on('request', (request) => void (request.url().includes('/api/auth/') && calls++));
  await page.clock.install({ time: '2026-11-20T12:00:00Z' });
  await page.clock.pauseAt('2026-11-20T12:00:01Z');
  await page.goto('/');
  await page.getByLabel('Access code', { exact: true }).fill(app.accessCode);
  const button = page.getByRole('button', { name: /Access Dashboard|Signing in/ });
  await button.click();
  await expect(button).toBeDisabled();
  await page.clock.runFor(2999);
  await expect(button).toBeDisabled();
  await page.clock.runFor(1);
  await expect(toast(page, 'Failed to login')).toBeVisible();
  await expect(button).toBeEnabled();
  expect(calls).toBe(0);
});

test('a script that comes late is waited for', async ({ page, app }) => {
  let come = () => {};
  const late = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/api.js*', async (route) => {
    await late;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Access code', { exact: true }).fill(app.accessCode);
  await page.getByRole('button', { name: /Access Dashboard/ }).click();
  come();
  await expect(page).toHaveURL('/dashboard');
});
