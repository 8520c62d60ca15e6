import { defineConfig } from '@playwright/test';
import config from '../playwright.config';

/** `npm run stopwatch`: how long ten jobs take. They run one after another, so that none slows another down. */
export default defineConfig(config, {
  testDir: '.',
  testMatch: 'stopwatch.ts',
  fullyParallel: false,
  workers: 1,
  reporter: 'line',
});
