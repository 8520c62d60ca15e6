import { expect, type Page, type Route } from '@playwright/test';
import { newSeller, type Screen, sharedSeller } from './screen';
import { buy, connectSellAuth } from './sellauth';
import { guild, type Shop } from './shop';

/** Suggestions in every state, of the longest and of ordinary length. */
async function suggestions(shop: Shop) {
  const texts = ['Export the keys', 'T'.repeat(200), 'Dark mode for the customer pages'];
  for (const [index, title] of texts.entries()) {
    const wanted = { title, description: 'So that nobody has to ask for it again. '.repeat(12) };
    const path = '/api/suggestions';
    const { suggestion } = await shop.call<{ suggestion: { id: string } }>('POST', `${path}/create`, wanted);
    if (index > 0) {
      await shop.call('POST', `${path}/vote/${suggestion.id}`, { voteType: index === 1 ? 'up' : 'down' });
    }
    if (index === 2) await shop.call('PUT', `${path}/implement/${suggestion.id}`);
  }
}

/** A bug report of each severity, one of them fixed. */
async function bugs(shop: Shop) {
  for (const severity of ['low', 'medium', 'high', 'critical']) {
    const title = severity === 'high' ? 'B'.repeat(200) : `A bug that is ${severity}`;
    const description = 'With 40 tokens in the list the last one is missing.';
    const more = {
      steps: '1. Open\n2. Copy',
      expectedBehavior: 'All of them',
      actualBehavior: 'All but one',
    };
    const { bug } = await shop.call<{ bug: { _id: string } }>('POST', '/api/bugs/create', {
      title,
      description,
      severity,
      ...more,
    });
    if (severity === 'low') await shop.call('PUT', `/api/bugs/fix/${bug._id}`);
  }
}

/** Sales, refusals and a test, of one store. */
async function everyKindOfCall(page: Page, shop: Shop) {
  await shop.storefront();
  await connectSellAuth(shop);
  for (const call of [
    { id: 1, quantity: 3 },
    { id: 1 },
    { id: 2, product: 43 },
    { id: 3, signedWith: 'another' },
  ]) {
    await buy(page.request, call);
  }
  await shop.call('POST', `/api/storefronts/${guild}/stores/sellauth/test`, {});
}

export const sellerScreens: Screen[] = [
  newSeller('suggestions', async ({ page, shop }) => {
    await suggestions(shop);
    await page.goto('/dashboard/suggestions');
    await expect(page.getByRole('button', { name: 'More' }).first()).toBeVisible();
  }),
  sharedSeller('suggestions-empty', async ({ page }) => {
    await page.goto('/dashboard/suggestions');
    await expect(page.getByText('No suggestions yet')).toBeVisible();
  }),
  sharedSeller('suggestions-refused', async ({ page }) => {
    await page.goto('/dashboard/suggestions');
    await page.getByRole('button', { name: 'New Suggestion' }).click();
    await page.getByRole('button', { name: 'Submit Suggestion' }).click();
    await expect(page.getByText('Please fill in both title and description')).toBeVisible();
  }),
  newSeller('bug-reports', async ({ page, shop }) => {
    await bugs(shop);
    await page.goto('/dashboard/report-bugs');
    await page.getByRole('button', { name: 'More' }).first().click();
  }),
  sharedSeller('bug-reports-empty', async ({ page }) => {
    await page.goto('/dashboard/report-bugs');
    await expect(page.getByText('No bug reports yet')).toBeVisible();
  }),
  sharedSeller('bug-reports-form', async ({ page }) => {
    await page.goto('/dashboard/report-bugs');
    await page.getByRole('button', { name: 'Report Bug' }).click();
    await page.getByRole('button', { name: 'Submit Report' }).click();
    await expect(page.getByText('Please fill in at least the title and description')).toBeVisible();
  }),
  newSeller('settings-general', async ({ page }) => {
    await page.goto('/dashboard/settings');
    await page
      .getByRole('textbox', { name: 'Delivery text' })
      .fill('Thanks for your order of {amount} boosts ({stock})!\n\nYour key: {key}');
    await page.getByText('Preview with an example purchase').click();
    await expect(page.getByText('This session').first()).toBeVisible();
  }),
  newSeller('settings-general-new-code', async ({ page }) => {
    await page.goto('/dashboard/settings');
    await page.getByRole('button', { name: 'Reset Access Code' }).click();
    await page.getByRole('button', { name: 'Yes, Reset Code' }).click();
    await expect(page.getByRole('dialog', { name: 'Your new access code' })).toBeVisible();
  }),
  newSeller('settings-stores', async ({ page, shop }) => {
    await shop.storefront();
    await connectSellAuth(shop);
    await page.goto('/dashboard/stores?store=sellauth');
    await page.getByRole('button', { name: 'Send a test purchase' }).click();
    await expect(page.getByText('It works')).toBeVisible();
  }),
  newSeller('settings-stores-new-secret', async ({ page, shop }) => {
    await shop.storefront();
    await page.goto('/dashboard/stores?store=standard');
    await page.getByRole('button', { name: 'Make one for me' }).click();
    await expect(page.getByRole('dialog', { name: 'Your new secret' })).toBeVisible();
  }),
  newSeller('settings-inbox', async ({ page, shop }) => {
    await everyKindOfCall(page, shop);
    await page.goto('/dashboard/inbox');
    await expect(page.getByText('Delivered').first()).toBeVisible();
  }),
  newSeller('settings-inbox-call', async ({ page, shop }) => {
    await everyKindOfCall(page, shop);
    await page.goto('/dashboard/inbox');
    await page.getByRole('button', { name: 'Delivered' }).click();
    await expect(page.getByRole('region', { name: 'Answer' })).toBeVisible();
  }),
  newSeller('developers', async ({ page, shop }) => {
    const events = ['order.redeemed', 'order.finished', 'stock.empty'];
    const url = 'https://hooks.example.com/services/boostdesk/orders-and-stock';
    await shop.call('POST', '/api/event-endpoints', { url, events, description: 'The stock sheet' });
    await shop.call('POST', '/api/api-keys', { name: 'Stock bot', scopes: ['read', 'stock'] });
    await page.goto('/dashboard/developers');
    await expect(page.getByText('Stock bot')).toBeVisible();
    await expect(page.getByText('The stock sheet')).toBeVisible();
  }),
  sharedSeller('developers-empty', async ({ page }) => {
    await page.goto('/dashboard/developers');
    await expect(page.getByText('No API keys yet')).toBeVisible();
  }),
  newSeller('developers-endpoint', async ({ page }) => {
    await page.goto('/dashboard/developers');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Please enter an address')).toBeVisible();
  }),
  newSeller('custom-domain', async ({ page, shop }) => {
    await shop.call('POST', '/api/dashboard/domains/add', { domain: 'shop.example.org' });
    await page.goto('/dashboard/custom-domain');
    await expect(page.getByText('1/1 Domains')).toBeVisible();
  }),
  sharedSeller('custom-domain-refused', async ({ page }) => {
    await page.goto('/dashboard/custom-domain');
    await page.getByLabel('Domain', { exact: true }).press('Enter');
    await expect(page.getByText('Please enter a domain')).toBeVisible();
  }),
  newSeller('admin-logs', async ({ page, shop }) => {
    await suggestions(shop);
    await page.goto('/dashboard/admin');
    await expect(page.getByRole('heading', { name: 'Suggestion Implemented' })).toBeVisible();
  }),
  sharedSeller('admin-logs-filtered', async ({ page }) => {
    await page.goto('/dashboard/admin');
    await page.getByPlaceholder('Search by username, action, or details...').fill('nothing like it');
    await expect(page.getByText('No matching logs')).toBeVisible();
  }),
  sharedSeller('health', async ({ page }) => {
    await page.goto('/dashboard/health');
    await expect(page.getByText('Nothing fails')).toBeVisible();
  }),
  sharedSeller('health-troubles', async ({ page }) => {
    await page.route('**/api/admin/health', withTroubles);
    await page.goto('/dashboard/health');
    await expect(page.getByText('The chat platform cannot be used')).toBeVisible();
  }),
];

/** The server's own answer, with a trouble of each kind added. */
async function withTroubles(route: Route) {
  const answer = await route.fetch();
  const health: unknown = await answer.json();
  const since = new Date(Date.now() - 3_700_000).toISOString();
  await route.fulfill({
    response: answer,
    json: {
      ...(health as object),
      gateway: { state: 'connecting', shards: 1, ready: 0, latencyMs: null, since },
      orders: { waiting: 12, retrying: 3, underWay: 1, oldest: since, byHand: 4, givenUp: 1 },
      eventDeliveries: { waiting: 7, retrying: 7, oldest: since },
      outages: [
        {
          kind: 'gateway',
          about: '',
          message: 'the chat platform cannot be used',
          since,
          failures: 214,
          why: 'tcp connect error: Connection refused (os error 111)',
        },
      ],
      failingEndpoints: [{ seller: 'mika', host: 'orders.mika-boosts.example', since }],
      silentChannels: [
        { seller: 'rita', channel: '10002003004005006', message: 'The bot cannot see the channel.', since },
      ],
      failingDomains: [
        {
          seller: 'mika',
          domain: 'shop.mika-boosts.example',
          status: 'failed',
          diagnostics: 'DNS has no record for shop.mika-boosts.example yet.',
          since,
        },
      ],
      refusedCalls: [
        {
          seller: 'mika',
          guildId: '10002003004005006',
          provider: 'sellauth',
          verdict: 'unmapped',
          count: 3,
          last: since,
        },
      ],
    },
  });
}
