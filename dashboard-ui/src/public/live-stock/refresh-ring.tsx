/** Fills in the ten seconds until the next poll. Give it a new key for each one. */
export function RefreshRing({ stale }: { stale: boolean }) {
  return (
    <span className="refresh-ring" data-stale={stale} aria-hidden="true">
      <span className="refresh-half" />
      <span className="refresh-half" />
    </span>
  );
}
