import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';
import { builtBinary } from './e2e/support/binary';

// The shell is Chromium without a window, as Playwright's own is: it takes two thirds of the time.
const browsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

// The workers have it from here.
process.env.BOOSTDESK_BIN ??= builtBinary();

/** The browser tests, against the real binary: `BOOSTDESK_BIN`, by default the one of `cargo build`. */
export default defineConfig({
  testDir: 'e2e',
  // Each test has a process, a database and a browser context of its own.
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // What must happen happens when it does, on a busy machine, too: the limits are for what never does.
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
        // As with a window: a seller's page has a process of its own, also in the shell.
        '--site-per-process',
        '--enable-features=IsolateSandboxedIframes',
        // A seller's own domain, as DNS would have it.
        '--host-resolver-rules=MAP shop.example.org 127.0.0.1',
      ],
    },
  },
});
