import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import type * as Home from './src/painted/main';
import type * as Customers from './src/public/prerender/main';
import { leanReact } from './vite/lean-react';

/** Runs the built script and replaces it with what `made` returns: the text of each file, by name. */
function runOnce(made: (built: never) => Record<string, string>): Plugin {
  return {
    name: 'boostdesk-run-once',
    async writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        const files = made((await import(pathToFileURL(join(dir, name)).href)) as never);
        for (const [file, text] of Object.entries(files)) {
          await mkdir(dirname(join(dir, file)), { recursive: true });
          await writeFile(join(dir, file), text);
        }
        await rm(join(dir, name));
      }
    },
  };
}

/** Templates, and examples of them, for the server and its tests. */
const customers = ({ templates, examples }: typeof Customers) => ({
  'server/painted.json': JSON.stringify(templates()),
  'server/painted.examples.json': JSON.stringify(examples()),
});

/** A template for the browser, cached until it changes, and its file name for the server. */
function home({ homeTemplate }: typeof Home) {
  const template = JSON.stringify(homeTemplate());
  const hash = createHash('sha256').update(template).digest('base64url').slice(0, 8);
  const file = `assets/painted-home-${hash}.json`;
  return { [file]: template, 'server/painted-home.txt': file };
}

/** Paints customers' pages (`src/public/prerender`), and in the mode `home` the dashboard's first screen (`src/painted`). */
export default defineConfig(({ mode }) => {
  const isHome = mode === 'home';
  const entry = isHome ? 'src/painted/main.ts' : 'src/public/prerender/main.ts';
  return {
    plugins: [isHome ? runOnce(home) : runOnce(customers)],
    resolve: { alias: isHome ? [] : leanReact },
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL(entry, import.meta.url)),
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs', codeSplitting: false } },
    },
  };
});
