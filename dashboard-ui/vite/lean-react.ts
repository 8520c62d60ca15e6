/** Runs the React components of customers' pages and the login page on Preact, which is small enough for a phone. */
import type { Alias } from 'vite';

export const leanReact: Alias[] = [
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: 'preact/jsx-runtime' },
];
