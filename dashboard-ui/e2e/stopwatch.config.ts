import { defineConfig } from '@playwright/test';
import config from '../playwright.config';

/** `npm run stopwatch`: what ten jobs take. One after another, so that none waits for another one's work. */
export default defineConfig(config, {
  testDir: '.',
  testMatch: 'stopwatch.ts',
  fullyParallel: false,
  workers: 1,
  reporter: 'line',
});
