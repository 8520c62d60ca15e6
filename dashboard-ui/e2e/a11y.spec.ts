import { findings } from './support/axe';
import { expectNoSidewaysScroll } from './support/look';
import { screens } from './support/screens';
import { desktop, expect, phone, test } from './support/test';

for (const { name, place, signedInAs, allow, onlyOnPhone, onlyPictured, open } of screens) {
  if (onlyPictured) continue;

  test.describe(name, () => {
    test.use({ place, signedInAs });

    test('has no axe violations and no sideways scroll, in both themes and sizes', async ({
      page,
      shop,
      guard,
    }) => {
      test.slow();
      if (allow) guard.allow(allow);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await open({ page, shop });
      for (const size of onlyOnPhone ? [phone] : [desktop, phone]) {
        await page.setViewportSize(size);
        await expectNoSidewaysScroll(page);
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
          const found = await findings(page, colorScheme);
          expect.soft(found, `${colorScheme} at ${size.width}`).toEqual([]);
        }
      }
      // A refetch may still be in a screen's handler.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  });
}
