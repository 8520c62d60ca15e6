import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { guild } from './shop';

export type Shape = 'api' | 'plain';

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

const start = new Date('2026-11-20T12:00:00Z');

/** The page's clock stands still; `page.clock.runFor` moves it. */
export async function stopClock(page: Page) {
  await page.clock.install({ time: start });
  await page.clock.pauseAt(new Date(start.getTime() + 1000));
}

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

/** `hold` keeps requests back until `release`. */
export function holdBack() {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const hold = async (route: Route) => {
    await released;
    await route.continue();
  };
  return { hold, release: () => release() };
}

export async function expectOutside(link: Locator, href: string) {
  await expect(link).toHaveAttribute('href', href);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
}
