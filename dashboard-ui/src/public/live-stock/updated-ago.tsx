import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { stockNotRefreshed } from '../load-failure';

type UpdatedAgoProps = {
  /** When the counts came, in unix ms; null if unknown. */
  at: number | null;
  /** Whether the latest poll failed, so that the counts are from an earlier one. */
  stale: boolean;
};

/** The age of the counts, updated every second. Only a failed refresh is announced to screen readers. */
export function UpdatedAgo({ at, stale }: UpdatedAgoProps) {
  const [now, setNow] = useState(at ?? 0);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);

  return (
    <p className="updated-ago" data-stale={stale}>
      {stale && <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />}
      <span role="status">{stale && stockNotRefreshed}</span>
      {at !== null && `${stale ? ' ' : ''}Updated ${ageOf(Math.max(0, Math.round((now - at) / 1000)))}`}
    </p>
  );
}

function ageOf(seconds: number): string {
  if (seconds === 0) return 'just now';
  return seconds < 120 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`;
}
