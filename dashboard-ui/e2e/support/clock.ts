import type { Page } from '@playwright/test';

const start = new Date('2026-11-20T12:00:00Z');

/** The page's clock stands still; `page.clock.runFor` moves it. */
export async function stopClock(page: Page) {
  // Long before: until it is stopped the clock runs on, and it cannot be stopped in its past.
  await page.clock.install({ time: new Date(start.getTime() - 3_600_000) });
  await page.clock.pauseAt(new Date(start.getTime() + 1000));
}

type Scheduler = { postTask(task: () => void, options: { priority: 'background' }): Promise<void> };

/** Waits until the page has nothing else to do. The stopped clock would run on before React drew what the pointer changed. */
export function idle(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { scheduler } = window as unknown as { scheduler: Scheduler };
    return scheduler.postTask(() => {}, { priority: 'background' });
  });
}
