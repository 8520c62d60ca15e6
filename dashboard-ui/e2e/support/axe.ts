import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds serious or critical. A theme changes nothing but colours, so one of them is looked at for the rest. */
export async function graveFindings(page: Page, theme: 'dark' | 'light'): Promise<string[]> {
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
