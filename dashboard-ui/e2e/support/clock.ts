import type { Page } from '@playwright/test';

const start = new Date('2026-11-20T12:00:00Z');

/** The page's clock stands still; `page.clock.runFor` moves it. */
export async function stopClock(page: Page) {
  await page.clock.install({ time: start });
  await page.clock.pauseAt(new Date(start.getTime() + 1000));
}
