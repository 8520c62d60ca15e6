import { defineConfig } from '@playwright/test';
import config from '../playwright.config';

/** `npm run screenshots`: pictures of every screen, into the folder `SCREENSHOTS`, or the README's into docs/images. */
export default defineConfig(config, { testDir: '.', testMatch: 'screenshots.ts', reporter: 'line' });
