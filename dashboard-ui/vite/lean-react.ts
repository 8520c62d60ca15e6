/** What customers' pages and the login page run on: components written for React, on a library that a phone need not wait for. */
import type { Alias } from 'vite';

export const leanReact: Alias[] = [
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: 'preact/jsx-runtime' },
];
