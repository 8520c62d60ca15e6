import { Unplug } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react';
import { Button } from '../../ui/button';
import { useReachable } from '../../ui/use-reachable';

/** The last resort for errors outside of any screen. */
export function BrokenPage() {
  return (
    <main className="flex min-h-dvh flex-col">
      <Broken />
    </main>
  );
}

/** Shown instead of a screen that threw while rendering; the shell around it stays. */
export function BrokenScreen() {
  return <Broken />;
}

/**
 * Stands in for a screen whose code could not be loaded, because the server was unreachable or for good. Tries again
 * once the server is back, or on request.
 */
export function lateScreen(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined;

  return function LateScreen() {
    const reachable = useReachable();
    const wasReachable = useRef(reachable);
    const [Screen, setScreen] = useState(() => loaded);

    const tryAgain = useEffectEvent(async () => {
      loaded = await load().catch(() => undefined);
      setScreen(() => loaded);
    });
    useEffect(() => {
      if (reachable && !wasReachable.current) void tryAgain();
      wasReachable.current = reachable;
    }, [reachable]);

    return Screen ? <Screen /> : <Broken />;
  };
}

function Broken() {
  return (
    <div
      role="alert"
      className="flex flex-1 flex-col items-center justify-center gap-6 px-4 py-12 text-center"
    >
      <span className="flex size-14 items-center justify-center rounded-dialog border border-line bg-s2 text-red">
        <Unplug aria-hidden size={26} strokeWidth={1.75} />
      </span>
      <div className="flex flex-col gap-2">
        <h1 className="text-title">Something went wrong</h1>
        <p className="text-balance text-fg2">
          This screen could not be shown. Loading it again mostly helps.
        </p>
      </div>
      <Button size="lg" onClick={() => location.reload()} className="max-sm:w-full">
        Reload
      </Button>
    </div>
  );
}
