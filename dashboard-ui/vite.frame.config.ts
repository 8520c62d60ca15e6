import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const entry = (name: string) => fileURLToPath(new URL(`src/frame/${name}.ts`, import.meta.url));

/** One classic script with everything in it: the frame's origin is opaque, so it could not load modules without CORS. */
function classicScript(name: string) {
  return {
    consumer: 'client' as const,
    build: {
      target: 'baseline-widely-available' as const,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: entry(name),
        output: { format: 'iife' as const, entryFileNames: `vendor/${name}.js` },
      },
    },
  };
}

/** The font of the built-in page, which the document declares for every page. It is loaded by those that use it. */
const font: Plugin = {
  name: 'boostdesk-frame-font',
  applyToEnvironment: ({ name }) => name === 'frame',
  generateBundle() {
    const file = 'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2';
    const source = readFileSync(fileURLToPath(new URL(file, import.meta.url)));
    this.emitFile({ type: 'asset', fileName: 'vendor/geist.woff2', source });
  },
};

/** Builds what a seller's own stock page runs with, served below `/vendor`: see `src/frame`. */
export default defineConfig({
  plugins: [font],
  // The transpiler imports acorn as an ES module and acorn-jsx requires it as CommonJS: this bundles one copy, not two.
  resolve: { alias: { acorn: fileURLToPath(new URL('node_modules/acorn/dist/acorn.mjs', import.meta.url)) } },
  environments: {
    // The libraries that the page may use, and the transpiler. An operator may serve these three from elsewhere.
    client: classicScript('react'),
    tailwind: classicScript('tailwind'),
    transpiler: classicScript('transpiler'),
    // What runs the page.
    frame: classicScript('frame'),
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) await builder.build(environment);
    },
  },
});
