import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { settled } from './look';

/** What axe finds wrong. A theme changes nothing but colours, so one of them is looked at for the rest. */
export async function findings(page: Page, theme: 'dark' | 'light'): Promise<string[]> {
  // Halfway from one theme to the other, no colour is one of theirs.
  await settled(page);
  // The page has axe since the first look, and its source is half a megabyte.
  const present = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, axeSource: present ? 'undefined' : undefined }).setLegacyMode();
  axe.options({
    resultTypes: ['violations'],
    rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } },
  });
  if (theme === 'light') axe.withRules('color-contrast');
  // Behind a dialog lies a screen that has its own turn.
  if ((await page.locator('dialog[open]').count()) > 0) axe.include('dialog[open]');
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
