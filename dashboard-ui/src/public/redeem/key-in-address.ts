import { useEffect, useEffectEvent } from 'react';

/** A link can bring the key along, as `#key=…`: what follows the `#` is never sent to a server. */
export function keyInAddress(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, '')).get('key')?.trim() ?? '';
}

/** Takes the key out of the address, where everybody could read it, and hears of one that comes later. */
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
