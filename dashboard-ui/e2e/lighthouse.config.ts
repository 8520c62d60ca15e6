import { defineConfig } from '@playwright/test';
import config from '../playwright.config';

/**
 * `npm run lighthouse`: what Lighthouse says of a phone. It brings a hundred packages, so it is installed by whoever wants
 * to know: `npm install --no-save lighthouse`, or `LIGHTHOUSE=/elsewhere/node_modules/lighthouse/core/index.js`.
 * `BOOSTDESK_BIN` should be a binary of the `dist` profile, on a machine that does nothing else.
 */
export default defineConfig(config, {
  testDir: '.',
  testMatch: 'lighthouse.ts',
  timeout: 20 * 60_000,
  workers: 1,
  reporter: 'line',
});
