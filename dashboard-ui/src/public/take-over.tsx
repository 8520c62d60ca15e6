import { StrictMode, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { isHere } from '../shared/not-loaded';
import { runEffectsSoon, soon } from '../shared/soon';

/**
 * Starts the page. If the server has painted it with the same data that it starts with, that is hydrated; a page that
 * has to fetch its data first is rendered anew.
 */
export function takeOver(page: ReactNode, isPainted: boolean): void {
  const root = document.getElementById('root');
  if (!root) return;
  runEffectsSoon();
  const strict = <StrictMode>{page}</StrictMode>;
  if (isPainted && root.hasChildNodes()) {
    // In a task of its own: together with evaluating the script it would block input on slow phones for too long.
    soon(() => {
      hydrateRoot(root, strict);
      isHere();
    });
  } else {
    root.replaceChildren();
    createRoot(root).render(strict);
    isHere();
  }
}
