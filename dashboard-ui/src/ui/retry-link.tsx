import { Spinner } from './spinner';

/** A button that retries a failed load, and shows that it does. */
export function RetryLink({ retry, busy }: { retry: () => void; busy: boolean }) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : retry}
      className="hit-44 grid items-center justify-items-center rounded-badge text-small font-medium tracking-normal text-pink-text *:[grid-area:1/1] not-aria-disabled:hover:underline"
    >
      <span className={busy ? 'opacity-0' : undefined}>Retry</span>
      {busy && <Spinner />}
    </button>
  );
}
