import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { guild, type Shop } from './support/shop';
import { expect, test } from './support/test';

const path = `/${guild}/live-stock`;
const save = (shop: Shop, code: string) => shop.call('POST', '/api/save-custom-code', { code });
const own = (page: Page) => page.frameLocator('iframe[title="Live Stock"]');
const bar = (page: Page) => page.getByRole('banner');

const defaultPage = readFileSync(
  new URL('../src/features/live-page/default-page.jsx', import.meta.url),
  'utf8',
);

/** One pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** For each part of the bar: whether nothing covers its middle. */
function barIsSeen(page: Page) {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll('.page-bar b, .page-bar p span, .page-bar a')];
    return parts.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === part;
    });
  });
}

test.beforeEach(({ shop }) => shop.storefront({ name: 'Nova Boosts' }));

test("the bar above a seller's own page names the shop and links to the redeem page", async ({
  page,
  shop,
}) => {
  await save(shop, 'export default () => <p>mine</p>');
  for (const size of [
    { width: 1280, height: 720 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(path);
    await expect(own(page).getByText('mine')).toBeVisible();
    await expect(bar(page)).toContainText('Nova Boosts');
    await expect(bar(page)).toContainText('Made by the seller.');
    await expect(bar(page).locator('.shop-initial')).toHaveCSS('font-weight', '600');
    expect(await barIsSeen(page)).toEqual([true, true, true]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  }
  await bar(page).getByRole('link', { name: 'Redeem a key' }).click();
  await expect(page.getByRole('heading', { name: 'Redeem Your Order' })).toBeVisible();
});

test('the page that the editor starts with is named by the bar, or else by itself', async ({
  page,
  shop,
}) => {
  await save(shop, defaultPage);
  await page.goto(path);
  await expect(own(page).getByRole('heading', { name: 'Live Stock' })).toBeVisible();
  await expect(bar(page)).toContainText('Nova Boosts');
  await expect(own(page).getByText('Nova Boosts')).toHaveCount(0);

  // At a domain of the seller's own there is no bar.
  await page.route(`**${path}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('"guildId"', '"plainPaths":true,"guildId"');
    await route.fulfill({ response: answer, body });
  });
  await page.goto(path);
  await expect(own(page).getByText('Nova Boosts')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
});

test("a seller's own page cannot cover or remove the bar above it", async ({ page, shop, guard }) => {
  guard.allow(/./);
  await save(
    shop,
    `const over = { position: 'fixed', inset: '-500px', zIndex: 2147483647, background: 'red' };
     export default function LiveStock() {
       const [tried, setTried] = React.useState([]);
       const cover = React.useRef(null);
       async function attempt(event) {
         const ends = await Promise.allSettled([
           document.documentElement.requestFullscreen(),
           (async () => { event.currentTarget.showPopover(); })(),
           (async () => { parent.document.querySelector('.page-bar').remove(); })(),
           (async () => { parent.document.body.append(cover.current); })(),
           document.createElement('video').requestPictureInPicture(),
         ]);
         scrollTo(0, 0);
         document.querySelector('dialog').showModal();
         setTried(ends.map((end) => end.status));
       }
       return <div style={over} ref={cover}>
         <dialog style={over}>cover</dialog>
         <button style={{ position: 'fixed', top: 100, left: 100 }} onClick={attempt}>try</button>
         <output>{tried.join(' ')}</output>
       </div>;
     }`,
  );
  await page.goto(path);
  await own(page).getByRole('button', { name: 'try' }).click();
  await expect(own(page).locator('output')).toHaveText('rejected rejected rejected rejected rejected');
  expect(await barIsSeen(page)).toEqual([true, true, true]);
  expect((await bar(page).boundingBox())?.y).toBe(0);
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
});

test("a seller's own page loads pictures and fonts of other hosts through the server", async ({
  page,
  shop,
  guard,
}) => {
  const asked: string[] = [];
  await page.route(/\/frame\/file\?/, (route) => {
    const { searchParams } = new URL(route.request().url());
    expect(searchParams.get('sig')).toMatch(/^[0-9a-f]{80}$/);
    asked.push(searchParams.get('url')!);
    return route.fulfill({
      contentType: 'image/png',
      body: pixel,
      headers: { 'Access-Control-Allow-Origin': '*' },
    });
  });
  // The font is answered with a picture, too.
  guard.allow(/font|OTS/i);
  await save(
    shop,
    `const late = new Image();
     late.src = 'https://pictures.example/late.png';
     export default function LiveStock() {
       const [loaded, setLoaded] = React.useState(false);
       return <>
         <style>{'@font-face { font-family: Own; src: url(https://pictures.example/own.woff2) } p { font-family: Own }'}</style>
         <p style={{ backgroundImage: 'url("https://pictures.example/ground.png")' }}>{loaded ? 'loaded' : 'waiting'}</p>
         <i className="block h-4 bg-[url(https://pictures.example/wind.png)]" />
         <img alt="" src="https://pictures.example/a.png?x=1&amp;y=2" onLoad={() => setLoaded(true)} />
         <a href="https://pictures.example/a.png?x=1&amp;y=2">link</a>
       </>;
     }`,
  );
  await page.goto(path);
  await expect(own(page).getByText('loaded')).toBeVisible();
  await expect
    .poll(() => asked.toSorted())
    .toEqual(
      ['a.png?x=1&y=2', 'ground.png', 'late.png', 'own.woff2', 'wind.png'].map(
        (name) => `https://pictures.example/${name}`,
      ),
    );
  await expect(own(page).getByText('link')).toHaveAttribute('href', /^https:\/\/pictures\.example/);
});

test.describe("the preview of a seller's own page", () => {
  test.use({ signedInAs: 'owner' });

  test('shows pictures of other hosts, and names those that it cannot show', async ({
    page,
    shop,
    guard,
  }) => {
    guard.allow(/violates the following Content Security Policy/);
    // The CSP refuses the request before it leaves the browser.
    guard.allowOrigin('https://pictures.example');
    await page.route(/\/frame\/file\?/, (route) => route.fulfill({ contentType: 'image/png', body: pixel }));
    const image = (source: string) => `export default function LiveStock() {
      const [loaded, setLoaded] = React.useState(false);
      return <p>{loaded ? 'loaded' : 'waiting'}<img alt="" src={${source}} onLoad={() => setLoaded(true)} /></p>;
    }`;
    await save(shop, image(`'https://pictures.example/a.png'`));
    await page.goto('/dashboard/edit-live-stock');
    const frame = page.frameLocator('iframe:not(.invisible)');
    const preview = page.getByRole('button', { name: 'Show Preview' });
    await preview.click();
    await expect(frame.getByText('loaded')).toBeVisible();

    await save(shop, image(`'https://pictures.example/' + ['b.png'].join()`));
    await page.goto('/dashboard/edit-live-stock');
    await preview.click();
    const drawn = page.getByRole('region', { name: 'Preview' });
    await expect(drawn.getByRole('status')).toContainText('https://pictures.example/b.png is not shown.');
  });
});
