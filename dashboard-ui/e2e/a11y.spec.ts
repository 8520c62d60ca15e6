import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll, settled } from './support/look';
import { screens } from './support/screens';
import { desktop, expect, phone, test } from './support/test';

/** What axe finds serious or critical. A theme changes nothing but colours, so one of them is looked at for the rest. */
async function graveFindings(page: Page, theme: 'dark' | 'light'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (theme === 'light') axe.withRules('color-contrast');
  else axe.options({ rules: { 'target-size': { enabled: true } } });
  // Behind a dialog lies a screen that has its own turn.
  if ((await page.locator('dialog[open]').count()) > 0) axe.include('dialog[open]');
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

for (const { name, place, signedIn, allow, onlyOnPhone, onlyPictured, open } of screens) {
  if (onlyPictured) continue;

  test.describe(name, () => {
    test.use({ place, signedIn });

    test('has nothing serious or critical, in both themes and sizes', async ({ page, shop, guard }) => {
      test.slow();
      if (allow) guard.allow(allow);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await open({ page, shop });
      for (const size of onlyOnPhone ? [phone] : [desktop, phone]) {
        await page.setViewportSize(size);
        await expectNoSidewaysScroll(page);
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
          await settled(page);
          const found = await graveFindings(page, colorScheme);
          expect.soft(found, `${colorScheme} at ${size.width}`).toEqual([]);
        }
      }
    });
  });
}
