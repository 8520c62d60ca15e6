import { expect, type Locator, type Page } from '@playwright/test';
import { customer, guild } from './shop';

type Shape = 'api' | 'plain';

/** A customer's page has two addresses. */
export const shapes: Shape[] = ['api', 'plain'];

const prefix = (shape: Shape) => (shape === 'api' ? '/api' : '');

export const paths = {
  order: (id: string, shape: Shape = 'api') => `${prefix(shape)}/${guild}/order/${id}/status`,
  stock: (shape: Shape = 'api') => `${prefix(shape)}/${guild}/live-stock`,
  redeem: (shape: Shape = 'api') => `${prefix(shape)}/redeem-order/${guild}`,
};

/** A storefront that has everything a seller can set. */
export const dressed = {
  embedColor: '#ffd400',
  embedFooter: 'Delivered around the clock',
  redeemFooter: 'Questions? Ask us.',
  storeLink: 'https://nova.example.com/',
  discordLink: 'https://discord.gg/nova',
};

export const footer = (page: Page) => page.locator('footer');
export const errorCard = (page: Page) => page.getByRole('alert');
export const oops = 'Oops! Something went wrong';

/** Takes the data out of the page, so that it has to ask for it as it does in development. */
export async function withoutData(page: Page, path: string) {
  await page.route(`**${path}`, async (route) => {
    const answer = await route.fetch();
    const bare = (await answer.text()).replace(
      /(?<=<script type="application\/json" id="boostdesk">).*?(?=<\/script>)/,
      (text) => JSON.stringify({ ...JSON.parse(text), status: undefined, data: null }),
    );
    expect(bare).toContain('"data":null');
    await route.fulfill({ response: answer, body: bare });
  });
}

export const redeemButton = (page: Page) => page.getByRole('button', { name: /Redeem Now|Redeeming/ });

/** Fills in everything that redeeming needs. */
export async function fillRedeem(page: Page, key: string, { discordInvite, email } = customer) {
  await page.getByLabel('Redeem key').fill(key);
  await page.getByLabel('Server invite').fill(discordInvite);
  await page.getByLabel('Email').fill(email);
}

export async function expectOutside(link: Locator, href: string) {
  await expect(link).toHaveAttribute('href', href);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
}
