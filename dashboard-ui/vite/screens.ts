import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/**
 * Tells the server which files each screen needs besides those that its document names: `server/screens.json`, by the
 * screen's path.
 */
export function listScreens(screens: Record<string, string>): Plugin {
  return {
    name: 'boostdesk-list-screens',
    apply: 'build',
    generateBundle: {
      // Before Vite makes the documents: it then removes an entry chunk that only has imports.
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
        const chunkOf = (module: string) => {
          const chunk = chunks.find(
            (chunk) => chunk.facadeModuleId?.match(/^.*\/src\/(.*)\.tsx?$/)?.[1] === module,
          );
          if (!chunk) throw new Error(`no chunk is ${module}`);
          return chunk;
        };
        const withImports = (chunk: Chunk, all = new Set<Chunk>()): Set<Chunk> => {
          if (all.has(chunk)) return all;
          all.add(chunk);
          for (const name of chunk.imports) withImports(bundle[name] as Chunk, all);
          return all;
        };
        const filesOf = (chunks: Set<Chunk>) =>
          [...chunks].flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);
        const main = chunks.find((chunk) => chunk.isEntry)!;
        const known = new Set(filesOf(withImports(main)));
        const table = Object.entries(screens).map(([path, module]) => {
          const files = filesOf(withImports(chunkOf('loaders'), withImports(chunkOf(module))));
          return [path, files.filter((file) => !known.has(file))];
        });
        const source = JSON.stringify(Object.fromEntries(table));
        this.emitFile({ type: 'asset', fileName: 'server/screens.json', source });
      },
    },
  };
}
