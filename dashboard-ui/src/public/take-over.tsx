import { StrictMode, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { runEffectsSoon } from '../shared/soon-effects';

/**
 * Brings the page to life. What the server has painted is taken over as it stands, where it was painted from what the page
 * begins with; a page that has to ask for its data first begins anew.
 */
export function takeOver(page: ReactNode, isPainted: boolean): void {
  const root = document.getElementById('root');
  if (!root) return;
  runEffectsSoon();
  const strict = <StrictMode>{page}</StrictMode>;
  if (isPainted && root.hasChildNodes()) {
    hydrateRoot(root, strict);
  } else {
    root.replaceChildren();
    createRoot(root).render(strict);
  }
}
