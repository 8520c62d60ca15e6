/** Fills up during the ten seconds until the next poll. Needs a new key for each poll. */
export function RefreshRing({ stale }: { stale: boolean }) {
  return (
    <span className="refresh-ring" data-stale={stale} aria-hidden="true">
      <span className="refresh-half" />
      <span className="refresh-half" />
    </span>
  );
}
