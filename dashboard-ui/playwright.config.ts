import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';
import { builtBinary } from './e2e/support/binary';

// The first is Chromium without a window, as Playwright's own is: the tests take two thirds of the time with it.
const browsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

// Playwright's worker processes inherit it.
process.env.BOOSTDESK_BIN ??= builtBinary();

/** The browser tests, against the real binary: `BOOSTDESK_BIN`, by default the one of `cargo build`. */
export default defineConfig({
  testDir: 'e2e',
  // Each test has a browser context of its own, and unless its `place` says otherwise a process and a database.
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Long, because a busy machine is slow: these limits are only for what never happens.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: 'dark',
    locale: 'en-US',
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? browsers.find((path) => existsSync(path)),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // As in a browser with a window, a seller's page gets a process of its own.
        '--site-per-process',
        '--enable-features=IsolateSandboxedIframes',
        // Resolves a seller's own domain to this machine, in place of DNS.
        '--host-resolver-rules=MAP shop.example.org 127.0.0.1',
      ],
    },
  },
});
