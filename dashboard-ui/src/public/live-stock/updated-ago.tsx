import { useEffect, useState } from 'react';

type UpdatedAgoProps = {
  /** When the counts came, in unix ms; null where nobody knows. */
  at: number | null;
  /** The latest poll failed: the counts are of an earlier one. */
  stale: boolean;
};

/**
 * How old the counts are, by the second. Only that they could not be refreshed is worth an announcement, which is seen where
 * there is no age to look old.
 */
export function UpdatedAgo({ at, stale }: UpdatedAgoProps) {
  const [now, setNow] = useState(at ?? 0);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);

  return (
    <p className="updated-ago" data-stale={stale}>
      {at !== null && `Updated ${ageOf(Math.max(0, Math.round((now - at) / 1000)))}`}
      <span className={stale && at === null ? undefined : 'off-screen'} role="status">
        {stale && 'The stock could not be refreshed. These are the latest known counts.'}
      </span>
    </p>
  );
}

function ageOf(seconds: number): string {
  if (seconds === 0) return 'just now';
  return seconds < 120 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`;
}
