import { StrictMode, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { runEffectsSoon, soon } from '../shared/soon';

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
    // Not in the task that has read the script: together they keep a slow phone from hearing of a touch.
    soon(() => hydrateRoot(root, strict));
  } else {
    root.replaceChildren();
    createRoot(root).render(strict);
  }
}
