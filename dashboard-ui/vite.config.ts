import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { screens } from './src/screens';
import { groups } from './vite/chunks';
import { inlineScripts } from './vite/inline-scripts';
import { leanReact } from './vite/lean-react';
import { leanRouter } from './vite/lean-router';
import { oneShell } from './vite/one-shell';
import { listScreens } from './vite/screens';

/** The Boostdesk to which the development server passes API calls. */
const server = process.env.BOOSTDESK_ORIGIN ?? 'http://127.0.0.1:8080';
const entry = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Preloads the Latin file of the text font, which every screen uses. */
function preloadTextFont(): Plugin {
  return {
    name: 'boostdesk-preload-text-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) =>
          /geist-latin-wght-normal-.*\.woff2$/.test(name),
        );
        if (!font) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font}` };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' as const }];
      },
    },
  };
}

/** Customers' pages have paths below /api, too. `Accept` tells them from API calls, as on the real server. */
function isPage(request: IncomingMessage): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}

const publicPage = /^\/(api\/)?(redeem-order\/[^/]+|\d+\/live-stock|\d+\/order\/[^/]+\/status)\/?(\?.*)?$/;

function servePublicPages(): Plugin {
  return {
    name: 'boostdesk-serve-public-pages',
    apply: 'serve',
    configureServer(dev) {
      dev.middlewares.use((request, _response, next) => {
        if (isPage(request) && publicPage.test(request.url ?? '')) request.url = '/public.html';
        next();
      });
    },
  };
}

/** `public`: the pages of a storefront. `front`: the front page of a seller's own domain. */
const isCustomers = (mode: string) => mode === 'public' || mode === 'front';

/** Built alone: one script and one style, nothing shared with the dashboard. */
const isAlone = (mode: string) => isCustomers(mode) || mode === 'login';

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    tailwindcss(),
    preloadTextFont(),
    servePublicPages(),
    ...(isAlone(mode) ? [] : [leanRouter(), inlineScripts(), oneShell(), listScreens(screens)]),
  ],
  resolve: { alias: isAlone(mode) ? leanReact : [] },
  server: {
    proxy: {
      '/api': server,
      '/frame': server,
      '/sse': server,
      '/vendor': server,
      '/uploads': server,
      '/ws': { target: server, ws: true },
    },
  },
  build: {
    target: 'baseline-widely-available',
    // The content security policy allows neither inline scripts nor data: addresses for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    // The files of customers' pages have a folder of their own, the only one that a seller's own domain serves.
    emptyOutDir: !isAlone(mode),
    assetsDir: isCustomers(mode) ? 'assets/public' : 'assets',
    rolldownOptions: {
      input: entry(isAlone(mode) ? `${mode}.html` : 'index.html'),
      output: isAlone(mode) ? {} : { codeSplitting: { groups: groups() } },
    },
  },
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
    // Each file gets a VM context in a thread that has loaded happy-dom already, which saves half a second a file.
    pool: 'vmThreads',
    // The default leaves one processor free, so only one worker would run on two.
    maxWorkers: '100%',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test-setup.ts'],
    // Long, because a busy machine is slow: this limit is only for what never ends.
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
}));
