import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { settled } from './look';

/** The violations that axe finds. Themes differ only in colours, so the light one is checked for contrast alone. */
export async function findings(page: Page, theme: 'dark' | 'light'): Promise<string[]> {
  // During the transition between themes the colours are those of neither.
  await settled(page);
  // The source of axe is half a megabyte, so each page gets it only once.
  const present = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, axeSource: present ? 'undefined' : undefined }).setLegacyMode();
  axe.options({
    resultTypes: ['violations'],
    rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } },
  });
  if (theme === 'light') axe.withRules('color-contrast');
  // The screen behind an open dialog is checked by itself.
  if ((await page.locator('dialog[open]').count()) > 0) axe.include('dialog[open]');
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
