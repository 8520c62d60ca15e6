import { useLayoutEffect } from 'react';

/** Has the browser ask before the page is closed, or begins anew. */
export function useAskBeforeUnload(wanted: boolean) {
  // At once: whoever sees that something is unsaved is asked.
  useLayoutEffect(() => {
    if (!wanted) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [wanted]);
}
