import { expect } from '@playwright/test';
import { chatScreens } from './chat-screens';
import { glanceScreens } from './glance-screens';
import { helperScreens } from './helper-screens';
import { livePageScreens } from './live-page-screens';
import { fillRedeem, redeemButton } from './public';
import {
  demoSeller,
  demoVisitor,
  heading,
  newSeller,
  press,
  type Screen,
  sharedSeller,
  sharedVisitor,
  visitor,
} from './screen';
import { shopScreens } from './shop-screens';
import { shellScreens } from './shell-screens';
import { sellerScreens } from './seller-screens';
import { guild, type Shop } from './shop';
import { phone } from './test';

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

export const screens: Screen[] = [
  sharedVisitor('login', async ({ page }) => {
    await page.goto('/');
    await heading(page, 'Boostdesk Access');
  }),
  sharedVisitor('login-refused', async ({ page }) => {
    await page.goto('/');
    await press(page, 'Access Dashboard →');
    await page.getByRole('alert').hover();
  }),
  sharedVisitor('login-help', async ({ page }) => {
    await page.goto('/');
    await press(page, 'Need help finding your access code?');
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
  sharedVisitor(
    'not-found',
    async ({ page }) => {
      await page.goto('/nowhere');
      await heading(page, 'Page not found');
    },
    { allow: /status of 404/ },
  ),
  demoSeller('home', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Last 14 days' }).getByRole('row')).toHaveCount(15);
  }),
  sharedSeller('home-empty', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Create your storefront' })).toBeVisible();
  }),
  demoSeller(
    'menu',
    async ({ page }) => {
      await page.setViewportSize(phone);
      await page.goto('/dashboard');
      await press(page, 'Open menu');
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    },
    { onlyOnPhone: true },
  ),
  demoSeller('orders', async ({ page }) => {
    await page.goto('/dashboard/orders');
    await expect(page.getByText('Loaded 20 / 20')).toBeVisible();
  }),
  sharedSeller('orders-empty', async ({ page }) => {
    await page.goto('/dashboard/orders');
    await expect(page.getByText('No orders yet')).toBeVisible();
  }),
  demoSeller('orders-filter', async ({ page }) => {
    await page.goto('/dashboard/orders?size=10');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await expect(page.getByRole('listbox')).toBeVisible();
  }),
  ...['completed', 'partial', 'failed', 'processing'].map((status) =>
    demoSeller(`order-${status}`, async ({ page, shop }) => {
      await page.goto(`/dashboard/orders?size=10&order=${await demoOrder(shop, status)}`);
      await expect(page.getByRole('dialog').getByRole('progressbar')).toBeVisible();
    }),
  ),
  newSeller('order-verdicts', async ({ page, shop }) => {
    await page.goto(`/dashboard/orders?order=${await waitingOrder(shop)}`);
    await press(page, /^Deliver$/);
    await page
      .getByRole('button', { name: /^Failed$/ })
      .nth(1)
      .click();
  }),
  demoSeller('settings-storefront', async ({ page }) => {
    await page.goto('/dashboard/storefront');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(/./);
  }),
  sharedSeller('settings-storefront-new', async ({ page }) => {
    await page.goto('/dashboard/storefront');
    await press(page, 'Create storefront');
    await expect(page.getByText('A server id is 17 to 20 digits')).toBeVisible();
  }),
  sharedSeller('settings-no-storefront', async ({ page }) => {
    await page.goto('/dashboard/stock');
    await expect(page.getByText('Create your storefront first')).toBeVisible();
  }),
  demoSeller('settings-stock', async ({ page }) => {
    await page.goto('/dashboard/stock');
    await page.getByRole('textbox', { name: 'Tokens' }).fill('new-1\nnew-2\nnew-2\nnot a token');
    await expect(page.getByText('Line 4')).toBeVisible();
  }),
  demoSeller('settings-export', async ({ page }) => {
    await page.goto('/dashboard/stock');
    await press(page, 'Export');
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
  newSeller('settings-fulfilment', async ({ page, shop }) => {
    await shop.storefront();
    const url = 'https://shop.example.com/fulfil';
    await shop.call('PUT', `/api/storefronts/${guild}/fulfilment`, { mode: 'webhook', url });
    await page.goto('/dashboard/fulfilment');
    await expect(page.getByLabel('Address of the service')).toHaveValue(url);
  }),
  newSeller('settings-exported', async ({ page, shop }) => {
    await shop.storefront();
    await shop.stock(12);
    await page.goto('/dashboard/stock');
    await press(page, 'Export');
    await press(page, 'Take out 12 tokens');
    await expect(page.getByRole('textbox', { name: 'Exported tokens' })).toBeVisible();
  }),
  newSeller('settings-keys', async ({ page, shop }) => {
    await keysOfEveryKind(shop);
    await page.goto('/dashboard/keys');
    await expect(page.getByRole('row', { name: 'Revoked' }).first()).toBeVisible();
  }),
  newSeller('settings-keys-empty', async ({ page, shop }) => {
    await shop.storefront();
    await page.goto('/dashboard/keys');
    await expect(page.getByText('No keys yet')).toBeVisible();
  }),
  newSeller('settings-keys-create', async ({ page, shop }) => {
    await keysOfEveryKind(shop);
    await page.goto('/dashboard/keys');
    await press(page, 'Create keys');
    await page.getByLabel('How many keys').fill('900');
    await expect(page.getByText(/takes 6,300 tokens; 5 One Month Tokens/)).toBeVisible();
  }),
  newSeller('settings-keys-created', async ({ page, shop }) => {
    await shop.storefront();
    await page.goto('/dashboard/keys');
    await press(page, 'Create keys');
    await page.getByLabel('How many keys').fill('3');
    await press(page, /^Create$/);
    await expect(page.getByRole('textbox', { name: 'Created keys' })).toBeVisible();
  }),
  newSeller('settings-keys-revoke', async ({ page, shop }) => {
    await keysOfEveryKind(shop);
    await page.goto('/dashboard/keys');
    await press(page, /^Revoke /);
    await expect(page.getByRole('alertdialog')).toBeVisible();
  }),
  ...['completed', 'partial', 'failed'].map((status) =>
    demoVisitor(`order-status-${status}`, async ({ page, shop }) => {
      await page.goto(`/${guild}/order/${await demoOrder(shop, status)}/status`);
      await heading(page, 'Order Status');
    }),
  ),
  visitor('order-status-processing', async ({ page, shop }) => {
    await page.goto(`/${guild}/order/${await waitingOrder(shop)}/status`);
    await expect(page.getByText('Processing')).toBeVisible();
  }),
  sharedVisitor(
    'order-status-error',
    async ({ page }) => {
      await page.goto(`/${guild}/order/NOSUC-HORDE-RNOSU-CHORD/status`);
      await heading(page, 'Oops! Something went wrong');
    },
    { allow: /status of 404|Order Status not found/ },
  ),
  demoVisitor('live-stock', async ({ page }) => {
    await page.goto(`/${guild}/live-stock`);
    await heading(page, 'Live Stock');
  }),
  visitor('live-stock-large', async ({ page, shop }) => {
    await shop.storefront({ embedColor: '#ffffff' });
    const stock = { oneMonthNitroTokens: 1234567, oneMonthServerBoosts: 2469134 };
    await page.route('**/live-stock', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text())
        .replace(/"oneMonthNitroTokens":0,"oneMonthServerBoosts":0/, JSON.stringify(stock).slice(1, -1))
        // Removes what the server has painted, which has the real figures.
        .replace(/<div id="root">.*<\/main><\/div>/s, '<div id="root"></div>');
      await route.fulfill({ response: answer, body });
    });
    await page.goto(`/${guild}/live-stock`);
    await expect(page.getByText('2,469,134')).toBeVisible();
  }),
  sharedVisitor(
    'live-stock-error',
    async ({ page }) => {
      await page.goto(`/${guild}/live-stock`);
      await heading(page, 'Oops! Something went wrong');
    },
    { allow: /status of 404|Live stock data not found/ },
  ),
  demoVisitor('redeem', async ({ page }) => {
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
    await page.goto(`/redeem-order/${guild}`);
    await fillRedeem(page, await shop.key());
    await redeemButton(page).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.getByText('Order redeemed successfully!').hover();
  }),
  sharedVisitor(
    'redeem-error',
    async ({ page }) => {
      await page.goto(`/redeem-order/${guild}`);
      await heading(page, 'Oops! Something went wrong');
    },
    { allow: /status of 404|Redeem page not found/ },
  ),
  ...chatScreens,
  ...sellerScreens,
  ...shellScreens,
  ...glanceScreens,
  ...shopScreens,
  ...helperScreens,
  ...livePageScreens,
];
