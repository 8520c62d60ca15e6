import { formatDateTime } from '../shared/format/date';
import { relativeAge } from '../shared/format/relative-age';
import { useNow } from './use-now';

/** How long ago, updated while it is on the screen; the full time as its tooltip, and in its place on paper. */
export function Age({ time, className }: { time: string; className?: string }) {
  const now = useNow();
  return (
    <time
      dateTime={time}
      title={formatDateTime(time)}
      className={`shrink-0 whitespace-nowrap tabular-nums print:after:content-[attr(title)] ${className ?? ''}`}
    >
      <span className="print:hidden">{relativeAge(time, now)}</span>
    </time>
  );
}
