// How long until there is something to read, for several pages in turn, on a slow phone (a processor four times slower, "slow
// 4G") with an empty cache; what was loaded, and the longest task. Arguments: the folder with the packages, how often, and the
// pages as JSON: `address`, the painted `text`, a `token` if somebody is signed in. Prints a list of its results.

import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';

const [packages, rounds, listed] = process.argv.slice(2);
const pages = JSON.parse(listed);
const { chromium } = createRequire(`${packages}/package.json`)('playwright-core');

const slow4g = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? browsers.find((path) => existsSync(path)),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});

async function measure({ address, text, token }) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.addInitScript(
    ({ sought, token }) => {
      if (token) localStorage.setItem('token', token);
      window.longest = 0;
      new PerformanceObserver((list) => {
        window.longest = Math.max(window.longest, ...list.getEntries().map(({ duration }) => duration));
      }).observe({ type: 'longtask', buffered: true });
      const look = () => {
        const root = document.getElementById('root');
        if (!root?.textContent.includes(sought)) return;
        observer.disconnect();
        // Runs once the frame is made, in a task of its own: with `requestAnimationFrame` making the frame would count
        // as the page's script.
        new IntersectionObserver((_, seen) => {
          seen.disconnect();
          window.tellPainted(String(performance.now()));
        }).observe(root);
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true, characterData: true });
    },
    { sought: text, token },
  );
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const types = new Map();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    // A data URL in the style sheet is a request to Chromium, but does not go over the network.
    if (request.url.startsWith('http')) types.set(requestId, type);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (['Script', 'Stylesheet'].includes(types.get(requestId))) bytes += encodedDataLength;
  });
  // The page reports by itself: to ask it earlier makes it parse Playwright's scripts meanwhile, which takes as long as
  // our longest task.
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'tellPainted' });
  const painted = new Promise((told) => {
    session.on('Runtime.bindingCalled', ({ name, payload }) => name === 'tellPainted' && told(Number(payload)));
  });
  await page.goto(address, { waitUntil: 'load' });
  const time = await painted;
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  const longest = await page.evaluate(() => window.longest);
  const found = { time, longest, requests: types.size, kibibytes: bytes / 1024 };
  await context.close();
  return found;
}

const found = pages.map(() => ({ times: [], longest: [] }));
for (let round = -1; round < Number(rounds); round++) {
  for (const [number, page] of pages.entries()) {
    const { time, longest, ...loaded } = await measure(page);
    // The first round warms the browser up.
    if (round >= 0) {
      found[number].times.push(time);
      found[number].longest.push(longest);
    }
    Object.assign(found[number], loaded);
  }
}
await browser.close();
console.log(JSON.stringify(found));
