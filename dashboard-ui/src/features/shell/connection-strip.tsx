import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { reachability } from '../../api/reachability';
import { Button } from '../../ui/button';

/** One strip for all that cannot be asked for while the server is out of reach. What is on the screen stays. */
export function ConnectionStrip() {
  const reachable = useReachable();
  const queries = useQueryClient();
  const wasLost = useRef(false);

  useEffect(() => {
    // What failed meanwhile need not be retried by hand.
    if (reachable && wasLost.current) {
      void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    }
    wasLost.current = !reachable;
  }, [reachable, queries]);

  if (reachable) return null;
  return (
    <div
      ref={takeRoom}
      role="alert"
      className="tint flex min-h-11 items-center justify-center gap-3 border-b border-line px-4 py-1.5 text-amber print:hidden"
    >
      <WifiOff aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      <p className="text-small font-medium">The server cannot be reached. Trying again...</p>
      <Button size="xs" onClick={() => void queries.refetchQueries({ type: 'active' })}>
        Try now
      </Button>
    </div>
  );
}

/** A screen as high as the window is lower by `--strip`, however many lines the strip has. */
function takeRoom(strip: HTMLElement | null) {
  if (!strip) return;
  const { style } = document.documentElement;
  const look = new ResizeObserver(() => style.setProperty('--strip', `${strip.offsetHeight}px`));
  look.observe(strip);
  return () => {
    look.disconnect();
    style.removeProperty('--strip');
  };
}

export function useReachable(): boolean {
  return useSyncExternalStore(reachability.subscribe, reachability.isReachable);
}
