import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const built = fileURLToPath(new URL('../node_modules/react-router/dist/production/', import.meta.url));

/**
 * The router as it is meant for users: its package leads builders to the one with warnings for developers
 * (https://github.com/remix-run/react-router/issues/14102). And without the contexts and components of it that nothing here uses: none
 * of the calls that make them is marked as free of effects, and each is named for a debugger afterwards, which counts as a use.
 */
export function leanRouter(): Plugin {
  return {
    name: 'boostdesk-lean-router',
    apply: 'build',
    config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: `${built}index.mjs` }] } }),
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/production\/.*\.mjs$/ },
      handler: (code) =>
        code
          .replace(/= (React\d*\.(forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1')
          .replace(/^\w+\.displayName = "\w+";$/gm, ''),
    },
  };
}
