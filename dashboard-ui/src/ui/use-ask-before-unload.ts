import { useLayoutEffect } from 'react';

/** Makes the browser ask before the page is closed or reloaded. */
export function useAskBeforeUnload(wanted: boolean) {
  // A layout effect, so that the question is in place as soon as the screen shows something unsaved.
  useLayoutEffect(() => {
    if (!wanted) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [wanted]);
}
