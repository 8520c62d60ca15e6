import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settled } from './support/look';
import { screens } from './support/screens';
import { desktop, phone, test } from './support/test';

const folder = process.env.SCREENSHOTS;
const images = fileURLToPath(new URL('../../docs/images/', import.meta.url));

/** What the README shows, from the demo: the dark theme on a desktop. */
const chosen: Record<string, string> = {
  home: 'home.png',
  orders: 'orders.png',
  redeem: 'redeem.png',
  'order-status-completed': 'order-status.png',
};

for (const { name, place, signedInAs, allow, onlyOnPhone, open } of screens) {
  if (!folder && !chosen[name]) continue;

  test.describe(name, () => {
    test.use({ place, signedInAs, blurs: true });

    test('has its screenshots taken', async ({ page, shop, guard }) => {
      if (allow) guard.allow(allow);
      await open({ page, shop });
      if (!folder) {
        await settled(page);
        await page.screenshot({ path: join(images, chosen[name]!) });
        return;
      }
      for (const size of onlyOnPhone ? [phone] : [desktop, phone]) {
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.setViewportSize(size);
          await page.emulateMedia({ colorScheme });
          await settled(page);
          await page.screenshot({ path: join(folder, `${name}-${size.width}-${colorScheme}.png`) });
        }
      }
    });
  });
}
