import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

const imports = (file: string) => new RegExp(`import\\{([^}]*)\\}from"\\./${file.replace(/.*\//, '')}";`);
/** Turns `a as b,c` into the destructuring pattern `a:b,c`. */
const taken = (names: string) => names.replace(/ as /g, ':');
/** Turns `a as b,c` into the object literal's content `b:a,c`. */
const held = (names: string) => names.replace(/([\w$]+) as ([\w$]+)/g, '$2:$1');

/**
 * Moves the bundler's runtime from a file of its own into the shell, because every page loads both. Other files import it
 * from there under one name, `$runtime`.
 */
export function oneShell(): Plugin {
  return {
    name: 'boostdesk-one-shell',
    apply: 'build',
    generateBundle: {
      // Before other plugins read which file imports which.
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
        const runtime = chunks.find(({ name }) => name === 'rolldown-runtime');
        const shell = chunks.find(({ name }) => name === 'shell');
        const [exported, names] = /export\{([^}]*)\};\s*$/.exec(runtime?.code ?? '') ?? [];
        if (!runtime || !shell || !exported) throw new Error('the builder has changed how it splits code');
        const lines = runtime.code.replace(exported, '');
        for (const chunk of chunks) {
          const found = imports(runtime.fileName).exec(chunk.code);
          if (!found) continue;
          const own = `const{${taken(found[1]!)}}=$runtime;`;
          const shared = `import{$runtime}from"./${shell.fileName.replace(/.*\//, '')}";`;
          chunk.code = chunk.code.replace(found[0], () => (chunk === shell ? '' : shared) + own);
          chunk.imports = chunk.imports.filter((name) => name !== runtime.fileName);
          if (chunk !== shell && !chunk.imports.includes(shell.fileName)) chunk.imports.push(shell.fileName);
        }
        shell.code = `const $runtime=(()=>{${lines}return{${held(names!)}}})();${shell.code}export{$runtime};`;
        delete bundle[runtime.fileName];
      },
    },
  };
}
