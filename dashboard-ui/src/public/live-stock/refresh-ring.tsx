/** Fills in the ten seconds until the next poll. Give it a new key for each one. */
export function RefreshRing({ stale }: { stale: boolean }) {
  const outline = 'M24 1h8a15 15 0 0 1 15 15v16a15 15 0 0 1-15 15H16A15 15 0 0 1 1 32V16A15 15 0 0 1 16 1z';
  return (
    <svg className="refresh-ring" data-stale={stale} viewBox="0 0 48 48" fill="none" aria-hidden="true">
      <path className="refresh-track" d={outline} />
      <path className="refresh-fill" d={outline} pathLength={100} />
    </svg>
  );
}
