import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minifySync, transformWithOxc, type Plugin } from 'vite';

const source = fileURLToPath(new URL('../src/first-questions.ts', import.meta.url));
const place = '<!--first-questions-->';

/** Puts `src/first-questions.ts` into the document, and tells the server by which hash it may run: `server/first-questions.txt`. */
export function firstQuestions(): Plugin {
  let script = '';
  return {
    name: 'boostdesk-first-questions',
    async buildStart() {
      const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source);
      const small = minifySync(source, `{${code.replace(/^(import|export) .*$/gm, '')}}`);
      script = small.code.trim();
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace(place, () => `<script>${script}</script>`),
    },
    generateBundle() {
      const hash = createHash('sha256').update(script).digest('base64');
      this.emitFile({ type: 'asset', fileName: 'server/first-questions.txt', source: `sha256-${hash}` });
    },
  };
}
