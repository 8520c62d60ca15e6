import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

/** The placeholder of a script of `src`: `<!--first-paint-->` */
const places = /<!--(first-[a-z]+)-->/g;

/** Inlines scripts into the document, and writes their hashes for the server's CSP into `server/inline-scripts.txt`. */
export function inlineScripts(): Plugin {
  const scripts = new Map<string, string>();
  return {
    name: 'boostdesk-inline-scripts',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        for (const [, name] of html.matchAll(places)) scripts.set(name!, await bundled(name!));
        return html.replace(places, (_, name: string) => `<script>${scripts.get(name)}</script>`);
      },
    },
    generateBundle() {
      const hashes = [...scripts.values()].map((script) => {
        const hash = createHash('sha256').update(script).digest('base64');
        return `'sha256-${hash}'`;
      });
      this.emitFile({ type: 'asset', fileName: 'server/inline-scripts.txt', source: hashes.join(' ') });
    },
  };
}

async function bundled(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url)),
        output: { format: 'iife' },
      },
    },
  });
  const [{ code }] = (built as Rolldown.RolldownOutput).output;
  if (code.includes('</')) throw new Error(`${name} would end its own element`);
  return code.trim();
}
