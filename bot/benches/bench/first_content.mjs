// Milliseconds from the start of a navigation to the painted text, for several pages in turn, in a Chromium that knows
// none of them yet. Arguments: the folder with the packages, how often, the text, the addresses. Prints a list a page.

import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';

const [packages, rounds, text, ...addresses] = process.argv.slice(2);
const { chromium } = createRequire(`${packages}/package.json`)('playwright-core');

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? browsers.find((path) => existsSync(path)),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});

async function measure(address) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript((sought) => {
    window.painted = new Promise((painted) => {
      const look = () => {
        if (!document.getElementById('root')?.textContent.includes(sought)) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => painted(performance.now())));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true, characterData: true });
    });
  }, text);
  await page.goto(address, { waitUntil: 'commit' });
  const took = await page.evaluate(() => window.painted);
  await context.close();
  return took;
}

const times = addresses.map(() => []);
for (let round = -1; round < Number(rounds); round++) {
  for (const [number, address] of addresses.entries()) {
    const took = await measure(address);
    // The first round warms the browser up.
    if (round >= 0) times[number].push(took);
  }
}
await browser.close();
console.log(JSON.stringify(times));
