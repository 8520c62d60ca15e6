import { defineConfig } from '@playwright/test';
import config from '../playwright.config';

/**
 * `npm run lighthouse`: Lighthouse's scores on a phone. Its hundred packages are no dependency of ours, so install it
 * first: `npm install --no-save lighthouse`, or set `LIGHTHOUSE=/elsewhere/node_modules/lighthouse/core/index.js`.
 * `BOOSTDESK_BIN` should be a binary of the `dist` profile, on a machine that does nothing else.
 */
export default defineConfig(config, {
  testDir: '.',
  testMatch: 'lighthouse.ts',
  timeout: 20 * 60_000,
  workers: 1,
  reporter: 'line',
});
