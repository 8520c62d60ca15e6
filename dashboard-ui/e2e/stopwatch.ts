import type { Page } from '@playwright/test';
import { button, clipboard } from './support/controls';
import { expectToast } from './support/dashboard';
import { Hand } from './support/hand';
import { row } from './support/orders';
import { customer, guild, type Shop } from './support/shop';
import { expect, test } from './support/test';

type Job = {
  name: string;
  /** Makes what the job needs. Returns the address to begin at, if it is not the dashboard. */
  prepare?: (shop: Shop) => Promise<string | void>;
  do: (hand: Hand, page: Page) => Promise<void>;
};

const dialog = (page: Page) => page.getByRole('dialog');
const main = (page: Page) => page.getByRole('main');
const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name });
const open = async (shop: Shop) => void (await shop.storefront());

const jobs: Job[] = [
  {
    name: 'open the shop',
    async do(hand, page) {
      await hand.click(main(page).getByRole('link', { name: 'Create storefront' }).first());
      await hand.type(page.getByLabel('Name', { exact: true }), 'Nova Boosts');
      await hand.paste(page.getByLabel('Server ID', { exact: true }), guild);
      await hand.click(button(page, 'Create storefront'));
      await expectToast(page, 'Storefront created!');
    },
  },
  {
    name: 'import a hundred tokens',
    prepare: open,
    async do(hand, page) {
      const tokens = Array.from({ length: 100 }, (_, number) => `token-${number}`);
      await hand.click(entry(page, 'Stock'));
      await hand.paste(page.getByRole('textbox', { name: 'Tokens' }), tokens.join('\n'));
      await hand.click(button(page, 'Add 100 tokens'));
      await expectToast(page, '100 tokens added');
    },
  },
  {
    name: 'make ten keys and copy them',
    prepare: open,
    async do(hand, page) {
      await hand.click(entry(page, 'Keys'));
      await hand.click(button(page, 'Create keys'));
      await hand.retype(dialog(page).getByLabel('How many keys'), '10');
      await hand.click(button(dialog(page), 'Create'));
      await hand.click(button(dialog(page), 'Copy All'));
      await expect.poll(async () => (await clipboard(page)).split('\n').length).toBe(10);
    },
  },
  {
    name: 'find an order by its email',
    async prepare(shop) {
      await shop.storefront();
      await shop.order({ email: 'noor@example.com', displayname: 'wanted' });
      for (let other = 0; other < 24; other++) await shop.order();
    },
    async do(hand, page) {
      await hand.click(entry(page, 'Orders'));
      await hand.type(page.getByRole('searchbox', { name: 'Find in all orders' }), 'noor@');
      await expect(page.getByText('Found: 1')).toBeVisible();
    },
  },
  {
    name: 'deliver an order of which one token failed',
    async prepare(shop) {
      await shop.storefront();
      await shop.order({ amount: 8 });
    },
    async do(hand, page) {
      await hand.click(page.getByRole('link', { name: 'Deliver', exact: true }));
      await hand.click(row(page, '-').getByRole('button'));
      await expect(dialog(page).getByRole('group', { name: 'Verdict' }).first()).toBeVisible();
      for (const key of ['d', 'd', 'd', 'f']) await hand.press(key);
      await hand.click(button(dialog(page), 'Save'));
      await expect(dialog(page)).toContainText('Partial');
    },
  },
  {
    name: 'connect a store',
    prepare: open,
    async do(hand, page) {
      await hand.click(entry(page, 'Stores'));
      const store = page.getByRole('region', { name: 'SellAuth', exact: true });
      await hand.click(store.getByRole('button', { name: 'SellAuth' }));
      await hand.click(button(store, 'Copy address'));
      await hand.paste(store.getByLabel('Secret', { exact: true }), 'sk_live_0123456789');
      await hand.click(button(store, 'Add secret'));
      await expectToast(page, 'Secret added!');
      await hand.click(button(store, 'Add product'));
      await hand.paste(store.getByLabel('Product', { exact: true }), '42');
      await hand.retype(store.getByLabel('Boosts'), '14');
      await hand.click(button(store, 'Save products'));
      await expectToast(page, 'Products saved!');
      await hand.click(button(store, 'Connect'));
      await expectToast(page, 'Store connected!');
    },
  },
  {
    name: 'redeem a key, as a customer',
    async prepare(shop) {
      await shop.storefront();
      await shop.stock(1);
      return `/redeem-order/${guild}#key=${await shop.key()}`;
    },
    async do(hand, page) {
      await hand.paste(page.getByLabel('Server invite'), `https://discord.gg/${customer.discordInvite}`);
      await hand.type(page.getByLabel('Email'), customer.email);
      await hand.press('Enter');
      await expect(dialog(page).getByRole('link', { name: 'View Order Status' })).toBeVisible();
    },
  },
  {
    name: 'revoke a key',
    async prepare(shop) {
      await shop.storefront();
      await shop.keys(5);
    },
    async do(hand, page) {
      await hand.click(entry(page, 'Keys'));
      await hand.click(page.getByRole('button', { name: /^Revoke / }).first());
      await hand.click(button(page, 'Yes, revoke'));
      await expectToast(page, 'Key revoked!');
    },
  },
  {
    name: 'invite a helper',
    prepare: open,
    async do(hand, page) {
      await hand.click(entry(page, 'Helpers'));
      await hand.click(button(page, 'Add helper'));
      await hand.type(dialog(page).getByLabel('Name'), 'Pia');
      await hand.click(button(dialog(page), 'Add'));
      await expect(page.getByRole('dialog', { name: /access code/i })).toBeVisible();
    },
  },
  {
    name: 'share the redeem link',
    prepare: open,
    async do(hand, page) {
      await hand.click(entry(page, 'Storefront'));
      await hand.click(button(page, 'Copy the link to: Redeem page'));
      await expect.poll(() => clipboard(page)).toContain(`/redeem-order/${guild}`);
    },
  },
];

type Taken = { clicks: number; keys: number; seconds: number[] };
const taken = new Map<string, Taken>();

test.use({ signedInAs: 'owner' });
test.slow();

for (const job of jobs) {
  for (const round of [1, 2, 3]) {
    test(`${job.name}, round ${round}`, async ({ page, shop }) => {
      const place = await job.prepare?.(shop);
      await page.goto(place ?? '/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('load');
      const hand = new Hand(page);
      const start = performance.now();
      await job.do(hand, page);
      const { clicks, keys } = hand;
      const seconds = [...(taken.get(job.name)?.seconds ?? []), (performance.now() - start) / 1000];
      taken.set(job.name, { clicks, keys, seconds });
    });
  }
}

/** Typing takes no time here, so the seconds are the product's own: the median of the rounds. */
test.afterAll(() => {
  if (taken.size < jobs.length) return;
  const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
  const line = (name: string, ...cells: string[]) =>
    process.stdout.write(`${name.padEnd(46)}${cells.map((cell) => cell.padStart(9)).join('')}\n`);
  line('job', 'clicks', 'keys', 'seconds');
  for (const [name, { clicks, keys, seconds }] of taken) {
    line(name, String(clicks), String(keys), middle(seconds).toFixed(1));
  }
});
