import { useEffect, useState } from 'react';

type UpdatedAgoProps = {
  /** When the counts came, in unix ms. */
  at: number;
  /** The latest poll failed: the counts are of an earlier one. */
  stale: boolean;
};

/** How old the counts are, by the second. Only that they could not be refreshed is worth an announcement. */
export function UpdatedAgo({ at, stale }: UpdatedAgoProps) {
  const [now, setNow] = useState(at);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((now - at) / 1000));

  return (
    <p className="updated-ago" data-stale={stale}>
      {seconds === 0 ? 'Updated just now' : `Updated ${ageOf(seconds)} ago`}
      <span className="off-screen" role="status">
        {stale && 'The stock could not be refreshed. These are the latest known counts.'}
      </span>
    </p>
  );
}

function ageOf(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}
