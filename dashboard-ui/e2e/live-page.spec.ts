import type { Page } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App } from './support/app';
import { storedToken } from './support/dashboard';
import { broken, everythingTried, thief } from './support/hostile-pages';
import { cut, hold, requestsTo, writesFrom } from './support/network';
import { guild, Shop } from './support/shop';
import { expect, test } from './support/test';

const path = `/api/${guild}/live-stock`;
const save = (shop: Shop, code: string) => shop.call('POST', '/api/save-custom-code', { code });

/** The product's own accent colour, as it is used for text on dark. */
const accentText = 'rgb(136, 125, 255)';

const own = (page: Page) => page.frameLocator('iframe[title="Live Stock"]');
const frames = (page: Page) => page.locator('iframe');

/** Expects the built-in page, and no frame with the seller's page. */
async function expectDefaultPage(page: Page) {
  await expect(page.getByRole('region', { name: '1 Month Stock' })).toBeVisible();
  await expect(frames(page)).toHaveCount(0);
}

/** Returns how many seconds the page's own thread, not the frame's, has worked. */
async function watchThread(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
}

const counts = `
  export default function LiveStock({ stock }) {
    return <p className="text-red-500" id="count">{stock.oneMonthNitroTokens} left</p>;
  }`;

test.beforeEach(async ({ shop }) => {
  await shop.storefront({ storeLink: 'https://store.example/' });
  await shop.stock(5);
});

test('customers see the built-in live stock page as long as no code is saved', async ({ page, shop }) => {
  const asked = requestsTo(page, /vendor|frame/);
  await page.goto(path);
  await expectDefaultPage(page);
  expect(asked).toEqual([]);
  await save(shop, ' \n ');
  await page.goto(path);
  await expectDefaultPage(page);
});

test("a seller's own page may be HTML", async ({ page, shop }) => {
  const code =
    '<!doctype html>\n<html><head><title>x</title></head><body><h1 style="color: rgb(1, 2, 3)">Ours<br>';
  await save(shop, code);
  await page.goto(path);
  await expect(own(page).getByRole('heading', { name: 'Ours' })).toHaveCSS('color', 'rgb(1, 2, 3)');
});

test("a seller's own page fills the window below the bar and refreshes its counts", async ({
  page,
  shop,
}) => {
  await save(shop, counts);
  for (const shape of ['', '/api']) {
    await page.goto(`${shape}/${guild}/live-stock`);
    await expect(own(page).getByText('5 left')).toBeVisible();
    await expect(page.getByText('Loading live stock...')).toHaveCount(0);
  }
  // Tailwind has made the style.
  await expect(own(page).getByText('5 left')).toHaveCSS('color', /oklch|rgb\(2[0-9]{2}, /);
  // The frame fills all the space below the bar.
  const { width, height } = page.viewportSize()!;
  expect(await frames(page).boundingBox()).toEqual({ x: 0, y: 48, width, height: height - 48 });
  await shop.stock(2);
  await expect(own(page).getByText('7 left')).toBeVisible();
});

test("the title is shown in the seller's colour until the frame has loaded", async ({ page, shop }) => {
  await save(shop, counts);
  const release = await hold(page, '**/frame/live-stock/**');
  // The page's `load` event waits for its frame, which is held.
  await page.goto(path, { waitUntil: 'commit' });
  const title = page.getByRole('heading', { level: 1, name: 'Live Stock' });
  // A fixed value, because the page's own CSS variables may not be set yet.
  await expect(title).toHaveCSS('color', accentText);
  release();
  await expect(own(page).getByText('5 left')).toBeVisible();
  await expect(title).toHaveCount(0);
});

test("a seller's own page has the seller's colour as CSS variables, which it can override", async ({
  page,
  shop,
}) => {
  await save(
    shop,
    `export default () => (
       <>
         <style>{':root { --accent: rgb(1, 2, 3); }'}</style>
         <p style={{ color: 'var(--accent-text)' }}>Theirs</p>
         <p style={{ color: 'var(--accent)' }}>Mine</p>
       </>
     );`,
  );
  await page.goto(path);
  await expect(frames(page)).toHaveAttribute('sandbox', 'allow-scripts');
  await expect(own(page).getByText('Theirs')).toHaveCSS('color', accentText);
  await expect(own(page).getByText('Mine')).toHaveCSS('color', 'rgb(1, 2, 3)');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(own(page).getByText('Theirs')).toHaveCSS('color', 'rgb(97, 54, 237)');
});

for (const [what, address] of [
  ['the frame document', '**/frame/live-stock/**'],
  ['the frame script', '**/vendor/frame.js'],
  ['the transpiler', '**/vendor/transpiler.js'],
] as const) {
  test(`the built-in page is shown when ${what} does not load`, async ({ page, shop, guard }) => {
    guard.allow(/./);
    await save(shop, counts);
    await cut(page, address);
    await page.goto(path);
    await expectDefaultPage(page);
  });
}

test("a seller's own page may mount itself by ReactDOM, as old templates do", async ({ page, shop }) => {
  const mounts = [
    `const { useState } = React;
     function App() { const stock = useLiveStock(); useState(0); return <p>{stock.oneMonthNitroTokens} mounted</p>; }
     ReactDOM.createRoot(document.getElementById('root')).render(<App />);`,
    `import ReactDOM from 'react-dom';
     import React, { useMemo } from 'react';
     const App = () => <p>{useMemo(() => 5, [])} mounted</p>;
     ReactDOM.render(<App />, document.getElementById('root'));`,
    `import { createRoot } from 'react-dom/client';
     createRoot(document.getElementById('root')).render(<p>{useLiveStock ? 5 : 0} mounted</p>);`,
    'document.body.innerHTML = "<p>5 mounted</p>"; ReactDOM.createRoot(document.createElement("p"));',
  ];
  for (const code of mounts) {
    await save(shop, code);
    await page.goto(path);
    await expect(own(page).getByText('5 mounted')).toBeVisible();
  }
});

test("a seller's own page opens https links in new tabs, but no data: links", async ({
  page,
  shop,
  context,
  guard,
}) => {
  await context.route('https://store.example/**', (route) => route.fulfill({ body: 'the store' }));
  guard.allowOrigin('https://store.example');
  await save(
    shop,
    `export default function LiveStock({ stock }) {
       return <><a href={stock.storeLink}><b>Store</b></a><a href="data:text/html,x">Data</a>
         <button onClick={() => window.open('https://store.example/b')}>Open</button>
         <svg width="90" height="20"><a href="https://store.example/c"><text y="15">Drawn</text></a></svg>
         <img alt="Map" useMap="#map" width="40" height="40" style={{ display: 'block', background: 'gray' }}
           src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" />
         <map name="map"><area alt="Part" coords="0,0,40,40" href="https://store.example/d" /></map></>;
     }`,
  );
  await page.goto(path);
  const opened: Page[] = [];
  context.on('page', (tab) => opened.push(tab));
  // `Data` is pressed first: a tab for it would have opened before the others' tabs.
  for (const name of ['Data', 'Store', 'Open', 'Drawn']) await own(page).getByText(name).click();
  const map = (await own(page).getByAltText('Map').boundingBox())!;
  await page.mouse.click(map.x + 20, map.y + 20);
  await expect
    .poll(() => opened.map((tab) => tab.url()).sort())
    .toEqual([
      'https://store.example/',
      'https://store.example/b',
      'https://store.example/c',
      'https://store.example/d',
    ]);
  for (const tab of opened) expect(await tab.evaluate(() => window.opener)).toBeNull();
});

test.describe("a seller's own page that", () => {
  for (const [what, code] of Object.entries(broken)) {
    test(`${what} is replaced by the built-in page`, async ({ page, shop, guard }) => {
      guard.allow(/./);
      const worked = await watchThread(page);
      await save(shop, code);
      await page.goto(path);
      await expectDefaultPage(page);
      expect(await worked(), 'seconds').toBeLessThan(1.5);
      expect(new URL(page.url()).pathname).toBe(path);
    });
  }
});

test.describe("a seller's own page that is opened by a seller who is signed in", () => {
  test.use({ signedInAs: 'owner' });

  test('reaches no storage, API, other host, parent page or new tab', async ({
    page,
    app,
    shop,
    person,
    guard,
    context,
  }) => {
    guard.allow(/./);
    // The browser refuses the requests before it makes them, as `asked` shows.
    guard.allowOrigin('https://evil.example');
    const asked: string[] = [];
    await context.route(/evil\.example/, (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    await context.addCookies([
      { name: 'boostdesk_session', value: shop.token, url: app.origin, sameSite: 'Strict', httpOnly: true },
    ]);
    await save(shop, thief);
    // Evaluating code in a page counts as a click by its user, which would let the page open a tab: so not until it is done.
    const over = page.waitForEvent('console', (message) => message.text() === everythingTried);
    await page.goto(path);
    await over;
    expect(context.pages()).toHaveLength(1);
    const said = own(page).locator('#said');
    await expect
      .poll(async () => Object.keys(JSON.parse((await said.textContent()) ?? '{}')).length)
      .toBe(29);
    const result = JSON.parse((await said.textContent())!) as Record<string, string>;
    expect(Object.entries(result).filter(([, how]) => how !== 'blocked')).toEqual([]);
    expect(asked).toEqual([]);
    expect(new URL(page.url()).pathname).toBe(path);
    expect(context.pages()).toHaveLength(1);
    expect(await storedToken(page)).toBe(person!.token);
    // The session has not been ended.
    await shop.call('GET', '/api/user/me');
  });

  test('changes nothing by forged messages to the page around it', async ({ page, shop, context, guard }) => {
    guard.allow(/./);
    await save(
      shop,
      `const post = MessagePort.prototype.postMessage;
       let port;
       MessagePort.prototype.postMessage = function (...all) { port ??= this; return post.apply(this, all); };
       const forged = [
         { type: 'open', href: 'javascript:alert(1)' }, { type: 'open', href: 'https://evil.example/' },
         { type: 'run', code: 'alert(1)' }, { type: 'stock', stock: { oneMonthNitroTokens: 999 } },
         { type: 'saved' }, { type: 'token' }, 'boostdesk:connect', null, { type: 'complaint', message: '<img src=x onerror=alert(1)>', line: 'x' },
       ];
       setInterval(() => { for (const one of forged) { parent.postMessage(one, '*'); top.postMessage(JSON.stringify(one), '*'); } }, 400);
       export default function LiveStock({ stock }) { return <p>{stock.oneMonthNitroTokens} left</p>; }`,
    );
    const writes = writesFrom(page);
    const state = () => page.evaluate(() => [document.body.outerHTML, localStorage.getItem('token')]);
    await page.goto(path);
    await expect(own(page).getByText('5 left')).toBeVisible();
    await expect(frames(page)).toHaveAttribute('data-ready', 'true');
    const before = await state();
    // Three rounds of nine messages, each of them sent twice.
    await page.evaluate(received, 3 * 18);
    expect(await state()).toEqual(before);
    expect(writes).toEqual([]);
    expect(context.pages()).toHaveLength(1);
  });
});

/** Resolves once `count` more messages have reached the page. Its own listeners, added earlier, got them first. */
function received(count: number): Promise<void> {
  return new Promise((done) => {
    let left = count;
    window.addEventListener('message', () => --left === 0 && done());
  });
}

test('the frame document has an opaque origin, and runs nothing when opened by itself', async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/./);
  await save(shop, counts);
  await page.clock.install();
  const answer = await page.goto(`/frame/live-stock/${guild}`);
  const policy = answer!.headers()['content-security-policy']!;
  expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none'; /);
  expect(policy).not.toContain('allow-same-origin');
  expect(await page.evaluate(() => self.origin)).toBe('null');
  // It waits for a message from the app's page, and runs nothing without it.
  await page.clock.runFor(10_000);
  expect(await page.locator('#root').innerHTML()).toBe('');
});

test('the scripts of the frame come from the host in live_page.runtime_base', async ({ page, guard }) => {
  let origin = '';
  const asked: string[] = [];
  const elsewhere = createServer(async (request, answer) => {
    asked.push(request.url!);
    const from = await fetch(origin + request.url!.replace('/runtime/v1', '/vendor'));
    answer.setHeader('Content-Type', from.headers.get('content-type')!);
    answer.end(Buffer.from(await from.arrayBuffer()));
  });
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const app = await App.start({ 'live_page.runtime_base': `${base}/runtime/v1/` });
  try {
    origin = app.origin;
    guard.allowOrigin(app.origin);
    guard.allowOrigin(base);
    const shop = await Shop.signIn(app);
    await shop.storefront();
    await save(shop, counts);
    await page.goto(app.origin + path);
    await expect(own(page).getByText('0 left')).toBeVisible();
    expect(asked.toSorted()).toEqual([
      '/runtime/v1/react.js',
      '/runtime/v1/tailwind.js',
      '/runtime/v1/transpiler.js',
    ]);
    // The page would ask a server that is gone.
    await page.goto('about:blank');
  } finally {
    elsewhere.closeAllConnections();
    elsewhere.close();
    await app.stop();
  }
});
