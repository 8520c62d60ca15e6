import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../../ui/button';
import { useReachable } from './connection-strip';

/** Something that nobody foresaw, outside of any screen. */
export function BrokenPage() {
  return (
    <main className="flex min-h-dvh flex-col">
      <Broken onReload={() => location.reload()} />
    </main>
  );
}

/**
 * A screen could not be loaded or broke while it was drawn; the shell around it stays. One that could not be had for want
 * of the server comes by itself when that is back.
 */
export function BrokenScreen() {
  const reachable = useReachable();
  const wasReachable = useRef(reachable);
  const navigate = useNavigate();
  const here = useLocation();

  useEffect(() => {
    if (reachable && !wasReachable.current) void navigate(here, { replace: true });
    wasReachable.current = reachable;
  }, [reachable, navigate, here]);

  return <Broken onReload={() => (reachable ? location.reload() : void navigate(here, { replace: true }))} />;
}

function Broken({ onReload }: { onReload: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-1 flex-col items-center justify-center gap-6 px-4 py-12 text-center"
    >
      <div className="flex flex-col gap-2">
        <h1 className="text-title">Something went wrong</h1>
        <p className="text-balance text-fg2">
          This screen could not be shown. Loading it again mostly helps.
        </p>
      </div>
      <Button size="lg" onClick={onReload}>
        Reload
      </Button>
    </div>
  );
}
