import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { leanReact } from './vite/lean-react';

/** Runs what was built, and leaves in its place what it made: the templates, and examples of them for the server's tests. */
function runOnce(): Plugin {
  return {
    name: 'boostdesk-run-once',
    async writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        await mkdir(join(dir, 'server'), { recursive: true });
        const { templates, examples } = await import(pathToFileURL(join(dir, name)).href);
        await writeFile(join(dir, 'server', 'painted.json'), JSON.stringify(templates()));
        await writeFile(join(dir, 'server', 'painted.examples.json'), JSON.stringify(examples()));
        await rm(join(dir, name));
      }
    },
  };
}

/** Paints customers' pages: see `src/public/prerender`. */
export default defineConfig({
  plugins: [runOnce()],
  resolve: { alias: leanReact },
  ssr: { noExternal: true },
  build: {
    ssr: fileURLToPath(new URL('src/public/prerender/main.ts', import.meta.url)),
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: 'prerender.mjs', codeSplitting: false } },
  },
});
