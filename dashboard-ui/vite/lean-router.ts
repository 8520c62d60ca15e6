import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const built = fileURLToPath(new URL('../node_modules/react-router/dist/production/', import.meta.url));

/**
 * What is taken out of the router's own build. Its unused contexts and components stay without the first two: the calls that
 * make them are not marked as pure, and setting a `displayName` counts as a use. Nothing here passes these options or
 * uses fetchers, but the router is one closure, of which no bundler can leave out a part by itself.
 */
const cuts: [RegExp, string][] = [
  [/= (React\d*\.(forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1'],
  [/^\w+\.displayName = "\w+";$/gm, ''],
  [/\binit\.(instrumentations|patchRoutesOnNavigation)\b/g, '(void 0)'],
  [
    /^ {4}(fetch: fetch2|getFetcher|resetFetcher|deleteFetcher: queueFetcherForDeletion|patchRoutes|_internalSetRoutes),$/gm,
    '',
  ],
];

/**
 * Takes the router's production build, because its package makes bundlers take the development build
 * (https://github.com/remix-run/react-router/issues/14102), and cuts out what is never used.
 */
export function leanRouter(): Plugin {
  const unused = new Set(cuts);
  const apply = (code: string, cut: (typeof cuts)[number]) => {
    const left = code.replace(...cut);
    if (left !== code) unused.delete(cut);
    return left;
  };
  return {
    name: 'boostdesk-lean-router',
    apply: 'build',
    config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: `${built}index.mjs` }] } }),
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/production\/.*\.mjs$/ },
      handler: (code) => cuts.reduce(apply, code),
    },
    buildEnd(failure) {
      for (const [found] of failure ? [] : unused)
        this.error(`Nothing in the router's build matches ${found}`);
    },
  };
}
