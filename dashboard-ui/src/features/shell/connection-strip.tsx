import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { refetchShown } from '../../api/live-updates';
import { Button } from '../../ui/button';
import { useReachable } from '../../ui/use-reachable';

/** How long a press is shown as a try that is under way, in milliseconds: on a dead connection it may never end. */
const longestTry = 5000;

/** One message for everything that fails while the server is unreachable. What is on the screen stays. */
export function ConnectionStrip() {
  const reachable = useReachable();
  const queries = useQueryClient();
  const wasLost = useRef(false);
  const [trying, setTrying] = useState(false);

  useEffect(() => {
    // Retries what has failed in the meantime, so that nobody has to do it by hand.
    if (reachable && wasLost.current) {
      // Those that are asked for already go on.
      void queries.refetchQueries(
        { predicate: ({ state }) => state.status === 'error' },
        { cancelRefetch: false },
      );
    }
    wasLost.current = !reachable;
  }, [reachable, queries]);

  async function tryNow() {
    setTrying(true);
    const isLate = new Promise((resolve) => setTimeout(resolve, longestTry));
    await Promise.race([refetchShown(queries), isLate]);
    setTrying(false);
  }

  if (reachable) return null;
  return (
    <div
      ref={takeRoom}
      role="alert"
      className="not-shallow:sticky top-0 z-20 bg-bg print:hidden max-lg:top-14"
    >
      <div className="tint flex min-h-11 items-center justify-center gap-3 border-b border-line px-4 py-1.5 text-amber">
        <WifiOff aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        {/* Hidden from screen readers meanwhile, so that a second failure is announced. */}
        <p aria-hidden={trying || undefined} className="text-small font-medium">
          The server cannot be reached. Trying again...
        </p>
        <Button size="xs" busy={trying} onClick={() => void tryNow()}>
          Try now
        </Button>
      </div>
    </div>
  );
}

/**
 * Sets `--strip` to the height of the strip: full-height screens are shortened by it, and what has the focus stays below
 * it.
 */
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
