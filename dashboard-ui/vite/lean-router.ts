import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const built = fileURLToPath(new URL('../node_modules/react-router/dist/production/', import.meta.url));

/**
 * Takes the router's production build: its package makes bundlers take the development build
 * (https://github.com/remix-run/react-router/issues/14102). Also lets its unused contexts and components be tree-shaken: the calls
 * that make them are not marked as pure, and setting a `displayName` counts as a use.
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
