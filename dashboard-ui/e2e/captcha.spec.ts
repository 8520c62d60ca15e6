import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { idle, stopClock } from './support/clock';
import { expectToast } from './support/dashboard';
import { logIn, loginButton } from './support/login';
import { hold, requestsTo } from './support/network';
import { errorCard, paths } from './support/public';
import { expect, test as base } from './support/test';

/** A bot check of our own, on a host of its own: its script and its verifier. */
class BotCheck {
  origin = '';
  /** What the verifier says next; by default that all is well. */
  verdict: Record<string, unknown> = {};
  /** The verification requests that it received. */
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

test('the captcha script loads once per document, and its login token signs the user in', async ({
  page,
  app,
  botCheck,
}) => {
  await page.goto('/');
  const sent = page.waitForRequest('**/api/auth/login');
  await logIn(page, app.accessCode);
  expect((await sent).postDataJSON()).toEqual({
    captcha_key: 'token for our-site and login',
    access_code: app.accessCode,
  });
  await expect(page).toHaveURL('/dashboard');
  expect(botCheck.asked).toMatchObject([{ secret: 'our-secret', response: 'token for our-site and login' }]);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await logIn(page, app.accessCode);
  await expect(page).toHaveURL('/dashboard');
  expect(botCheck.asked).toHaveLength(2);
  // Once in the login page, once in the dashboard.
  expect(botCheck.loaded).toEqual(['our-site', 'our-site']);
});

test('the captcha script is loaded again on login after its first load failed', async ({
  page,
  app,
  botCheck,
  guard,
}) => {
  guard.allow(/ERR_FAILED/);
  await page.route(`${botCheck.origin}/api.js*`, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/');
  await failed;
  await idle(page);
  await logIn(page, app.accessCode);
  await expect(page).toHaveURL('/dashboard');
  expect(botCheck.loaded).toEqual(['our-site']);
});

test('pages other than the login page do not load the captcha script', async ({ page, guard }) => {
  guard.allow(/status of 404/, /Redeem page not found/);
  const loads = requestsTo(page, /\/api\.js/);
  await page.goto(paths.redeem('plain'));
  await expect(errorCard(page)).toBeVisible();
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  // The login page loads it, and this is the first time.
  const loaded = page.waitForRequest(/\/api\.js/);
  await page.goto('/');
  await loaded;
  expect(loads).toHaveLength(1);
});

// Other bad verdicts, and a verifier that gives none, are tested in `web-api/tests/it/captcha.rs`.
test('a bad captcha score is refused with "Bot check failed"', async ({ page, app, botCheck, guard }) => {
  guard.allow(/status of 422/);
  botCheck.verdict = { score: 0.3 };
  await page.goto('/');
  await logIn(page, app.accessCode);
  await expectToast(page, 'Bot check failed. Please try again.');
  await expect(loginButton(page)).toBeEnabled();
  await expect(page).toHaveURL('/');
});

test('signing in waits for a captcha script that loads late', async ({ page, app }) => {
  await stopClock(page);
  const come = await hold(page, '**/api.js*');
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await logIn(page, app.accessCode);
  await expect(loginButton(page)).toBeDisabled();
  come();
  await page.waitForFunction(() => 'grecaptcha' in window);
  await page.clock.resume();
  await expect(page).toHaveURL('/dashboard');
});
