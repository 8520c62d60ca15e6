import { useEffect, useEffectEvent } from 'react';

/** A link can contain the key as `#key=…`, because the fragment is never sent to a server. */
export function keyInAddress(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, '')).get('key')?.trim() ?? '';
}

/** Removes the key from the address bar, where others could read it, and listens for later ones. */
export function useKeyInAddress(onKey: (key: string) => void): void {
  const take = useEffectEvent(() => {
    const key = keyInAddress(location.hash);
    if (key === '') return;
    history.replaceState(history.state, '', location.pathname + location.search);
    onKey(key);
  });
  useEffect(() => {
    const hear = () => take();
    hear();
    window.addEventListener('hashchange', hear);
    return () => window.removeEventListener('hashchange', hear);
  }, []);
}
