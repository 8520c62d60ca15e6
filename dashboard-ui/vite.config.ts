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

/** Where the API of the development server comes from. */
const server = process.env.BOOSTDESK_ORIGIN ?? 'http://127.0.0.1:8080';
const entry = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The text font is on every screen, so its latin file is asked for together with the styles. */
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

/** Customers' pages have paths below /api too; the development server tells them apart as the real one does. */
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
    // A context for each file, of threads that have happy-dom already: half a second a file.
    pool: 'vmThreads',
    // One fewer by default, which on two processors is one.
    maxWorkers: '100%',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test-setup.ts'],
    // For what never ends: a busy machine takes its time.
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
}));
