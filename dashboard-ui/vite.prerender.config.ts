import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import type * as Home from './src/painted/main';
import type * as Customers from './src/public/prerender/main';
import { leanReact } from './vite/lean-react';

/** Runs what was built, and leaves in its place what it made for the server, by file. */
function runOnce(made: (built: never) => Record<string, unknown>): Plugin {
  return {
    name: 'boostdesk-run-once',
    async writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        await mkdir(join(dir, 'server'), { recursive: true });
        const files = made((await import(pathToFileURL(join(dir, name)).href)) as never);
        for (const [file, content] of Object.entries(files)) {
          await writeFile(join(dir, 'server', file), JSON.stringify(content));
        }
        await rm(join(dir, name));
      }
    },
  };
}

/** Customers' pages: templates, and examples of them for the server's tests. */
const customers = ({ templates, examples }: typeof Customers) => ({
  'painted.json': templates(),
  'painted.examples.json': examples(),
});
const home = ({ homeTemplate }: typeof Home) => ({ 'painted-home.json': homeTemplate() });

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
