import { expect, type Page } from '@playwright/test';
import { chatScreens } from './chat-screens';
import { sellerScreens } from './seller-screens';
import { guild, type Shop } from './shop';
import { phone } from './test';

type Stage = { page: Page; shop: Shop };

/** A screen in a state worth looking at. */
export type Screen = {
  name: string;
  place: 'fresh' | 'demo';
  signedIn: boolean;
  /** Log entries that it provokes. */
  allow?: RegExp;
  onlyOnPhone?: boolean;
  /** For pictures alone: one that differs only in its figures is tested. */
  onlyPictured?: boolean;
  open: (stage: Stage) => Promise<void>;
};

type More = Pick<Screen, 'allow' | 'onlyOnPhone' | 'onlyPictured'>;

const from =
  (place: Screen['place'], signedIn: boolean) =>
  (name: string, open: Screen['open'], more: More = {}): Screen => ({ name, place, signedIn, open, ...more });

const visitor = from('fresh', false);
const newSeller = from('fresh', true);
const customer = from('demo', false);
const seller = from('demo', true);

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

async function demoOrder(shop: Shop, status: string): Promise<string> {
  const { folders } = await shop.call<{ folders: string[] }>('GET', '/api/dashboard/fetch-dashboard-orders');
  for (const id of folders) {
    const { amount, state, 'tokens-used': used } = await shop.readOrder(id);
    const boosts = used.success.length * 2;
    const is =
      state !== 'done' ? 'processing' : boosts >= amount ? 'completed' : boosts ? 'partial' : 'failed';
    if (is === status && amount > 4) return id;
  }
  throw new Error(`the demo has no order that is ${status}`);
}

async function waitingOrder(shop: Shop): Promise<string> {
  await shop.storefront();
  return shop.order({ amount: 14, displayname: 'Mika’s corner', bio: 'Tea and synths' });
}

async function keysOfEveryKind(shop: Shop) {
  await shop.storefront();
  await shop.stock(6);
  await shop.keys(2, 14);
  await shop.keys(2, 8, 'ThreeMonthTokens.txt');
  const [spent, revoked] = await shop.keys(2);
  await shop.redeem(spent!);
  await shop.call('DELETE', `/api/storefronts/${guild}/keys/${revoked}`);
}

async function redeem(page: Page, key: string) {
  await page.goto(`/redeem-order/${guild}`);
  await page.getByLabel('Redeem key').fill(key);
  await page.getByLabel('Server invite').fill('lofi-lounge');
  await page.getByLabel('Email').fill('mika@example.com');
  await page.getByRole('button', { name: 'Redeem Now' }).click();
}

export const screens: Screen[] = [
  visitor('login', async ({ page }) => {
    await page.goto('/');
    await heading(page, 'Boostdesk Access');
  }),
  visitor('login-refused', async ({ page }) => {
    await page.goto('/');
    await press(page, 'Access Dashboard →');
    await page.getByText('Please enter your access code').hover();
  }),
  visitor('login-help', async ({ page }) => {
    await page.goto('/');
    await press(page, 'Need help finding your access code?');
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
  visitor(
    'not-found',
    async ({ page }) => {
      await page.goto('/nowhere');
      await heading(page, 'Page not found');
    },
    { allow: /status of 404/ },
  ),
  seller('home', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Last 14 days' }).getByRole('row')).toHaveCount(15);
  }),
  newSeller('home-empty', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Create your storefront' })).toBeVisible();
  }),
  seller(
    'menu',
    async ({ page }) => {
      await page.setViewportSize(phone);
      await page.goto('/dashboard');
      await press(page, 'Open menu');
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    },
    { onlyOnPhone: true },
  ),
  seller('orders', async ({ page }) => {
    await page.goto('/dashboard/orders');
    await expect(page.getByText('Loaded 20 / 20')).toBeVisible();
  }),
  newSeller('orders-empty', async ({ page }) => {
    await page.goto('/dashboard/orders');
    await expect(page.getByText('No orders yet')).toBeVisible();
  }),
  seller('orders-filter', async ({ page }) => {
    await page.goto('/dashboard/orders?size=10');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await expect(page.getByRole('listbox')).toBeVisible();
  }),
  ...['completed', 'partial', 'failed', 'processing'].map((status): Screen => ({
    name: `order-${status}`,
    place: 'demo',
    signedIn: true,
    open: async ({ page, shop }) => {
      await page.goto(`/dashboard/orders?size=10&order=${await demoOrder(shop, status)}`);
      await expect(page.getByRole('dialog').getByRole('progressbar')).toBeVisible();
    },
  })),
  newSeller('order-verdicts', async ({ page, shop }) => {
    await page.goto(`/dashboard/orders?order=${await waitingOrder(shop)}`);
    await press(page, /^Deliver$/);
    await page
      .getByRole('button', { name: /^Failed$/ })
      .nth(1)
      .click();
  }),
  seller('settings-storefront', async ({ page }) => {
    await page.goto('/dashboard/settings/storefront');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(/./);
  }),
  newSeller('settings-storefront-new', async ({ page }) => {
    await page.goto('/dashboard/settings/storefront');
    await press(page, 'Create storefront');
    await expect(page.getByText('A server id is 17 to 20 digits')).toBeVisible();
  }),
  newSeller('settings-no-storefront', async ({ page }) => {
    await page.goto('/dashboard/settings/stock');
    await expect(page.getByText('Create your storefront first')).toBeVisible();
  }),
  seller('settings-stock', async ({ page }) => {
    await page.goto('/dashboard/settings/stock');
    await page.getByRole('textbox', { name: 'Tokens' }).fill('new-1\nnew-2\nnew-2\nnot a token');
    await expect(page.getByText('Line 4')).toBeVisible();
  }),
  seller('settings-export', async ({ page }) => {
    await page.goto('/dashboard/settings/stock');
    await press(page, 'Export');
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
  newSeller('settings-exported', async ({ page, shop }) => {
    await shop.storefront();
    await shop.stock(12);
    await page.goto('/dashboard/settings/stock');
    await press(page, 'Export');
    await press(page, 'Take out 12 tokens');
    await expect(page.getByRole('textbox', { name: 'Exported tokens' })).toBeVisible();
  }),
  newSeller('settings-keys', async ({ page, shop }) => {
    await keysOfEveryKind(shop);
    await page.goto('/dashboard/settings/keys');
    await expect(page.getByRole('row', { name: 'Revoked' }).first()).toBeVisible();
  }),
  newSeller('settings-keys-empty', async ({ page, shop }) => {
    await shop.storefront();
    await page.goto('/dashboard/settings/keys');
    await expect(page.getByText('No keys yet')).toBeVisible();
  }),
  newSeller('settings-keys-create', async ({ page, shop }) => {
    await keysOfEveryKind(shop);
    await page.goto('/dashboard/settings/keys');
    await press(page, 'Create keys');
    await page.getByLabel('How many keys').fill('900');
    await expect(page.getByText(/takes 6,300 tokens; 5 One Month Tokens/)).toBeVisible();
  }),
  newSeller('settings-keys-created', async ({ page, shop }) => {
    await shop.storefront();
    await page.goto('/dashboard/settings/keys');
    await press(page, 'Create keys');
    await page.getByLabel('How many keys').fill('3');
    await press(page, /^Create$/);
    await expect(page.getByRole('textbox', { name: 'Created keys' })).toBeVisible();
  }),
  newSeller('settings-keys-revoke', async ({ page, shop }) => {
    await keysOfEveryKind(shop);
    await page.goto('/dashboard/settings/keys');
    await press(page, /^Revoke /);
    await expect(page.getByRole('alertdialog')).toBeVisible();
  }),
  ...['completed', 'partial', 'failed'].map((status): Screen => ({
    name: `order-status-${status}`,
    place: 'demo',
    signedIn: false,
    open: async ({ page, shop }) => {
      await page.goto(`/${guild}/order/${await demoOrder(shop, status)}/status`);
      await heading(page, 'Order Status');
    },
  })),
  visitor('order-status-processing', async ({ page, shop }) => {
    await page.goto(`/${guild}/order/${await waitingOrder(shop)}/status`);
    await expect(page.getByText('Processing')).toBeVisible();
  }),
  visitor(
    'order-status-error',
    async ({ page }) => {
      await page.goto(`/${guild}/order/NOSUC-HORDE-RNOSU-CHORD/status`);
      await heading(page, 'Oops! Something went wrong');
    },
    { allow: /status of 404|Order Status not found/ },
  ),
  customer('live-stock', async ({ page }) => {
    await page.goto(`/${guild}/live-stock`);
    await heading(page, 'Live Stock');
  }),
  visitor('live-stock-large', async ({ page, shop }) => {
    await shop.storefront({ embedColor: '#ffffff' });
    const stock = { oneMonthNitroTokens: 1234567, oneMonthServerBoosts: 2469134 };
    await page.route('**/live-stock', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(
        /"oneMonthNitroTokens":0,"oneMonthServerBoosts":0/,
        JSON.stringify(stock).slice(1, -1),
      );
      await route.fulfill({ response: answer, body });
    });
    await page.goto(`/${guild}/live-stock`);
    await expect(page.getByText('2,469,134')).toBeVisible();
  }),
  visitor(
    'live-stock-error',
    async ({ page }) => {
      await page.goto(`/${guild}/live-stock`);
      await heading(page, 'Oops! Something went wrong');
    },
    { allow: /status of 404|Live stock data not found/ },
  ),
  customer('redeem', async ({ page }) => {
    await page.goto(`/redeem-order/${guild}`);
    await heading(page, 'Redeem Your Order');
  }),
  visitor('redeem-details', async ({ page, shop }) => {
    await shop.storefront({ embedColor: '#000000' });
    await page.goto(`/redeem-order/${guild}`);
    await press(page, /^\+ Add optional details/);
    await press(page, /Redeem Now/);
    await page.getByText('Please fill in all required fields.').hover();
  }),
  visitor('redeem-success', async ({ page, shop }) => {
    await shop.storefront();
    await shop.stock(1);
    await redeem(page, await shop.key());
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.getByText('Order redeemed successfully!').hover();
  }),
  visitor(
    'redeem-error',
    async ({ page }) => {
      await page.goto(`/redeem-order/${guild}`);
      await heading(page, 'Oops! Something went wrong');
    },
    { allow: /status of 404|Redeem page not found/ },
  ),
  ...chatScreens,
  ...sellerScreens,
];
