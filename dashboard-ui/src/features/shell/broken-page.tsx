import { Button } from '../../ui/button';

/** A screen could not be loaded or broke while it was drawn: mostly a new version was installed meanwhile. */
export function BrokenPage() {
  return (
    <main role="alert" className="flex min-h-dvh flex-col items-center justify-center gap-6 px-4 text-center">
      <div className="flex flex-col gap-2">
        <h1 className="text-title">Something went wrong</h1>
        <p className="text-balance text-fg2">
          This screen could not be shown. Loading it again mostly helps.
        </p>
      </div>
      <Button size="lg" onClick={() => location.reload()}>
        Reload
      </Button>
    </main>
  );
}
