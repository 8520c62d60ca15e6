import type { ReactNode } from 'react';
import { formatDate, fromUnixSeconds } from '../../shared/format/date';
import { Truncated } from '../../ui/truncated';

type BylineProps = { author: string; createdAt: number; children?: ReactNode };

/** The author and the time. */
export function Byline({ author, createdAt, children }: BylineProps) {
  const created = fromUnixSeconds(createdAt);
  return (
    <p className="flex flex-wrap gap-x-1.5 text-small text-fg3 tabular-nums">
      <Truncated text={author} className="max-w-full" />
      {createdAt > 0 && (
        <>
          <span aria-hidden>·</span>
          <time dateTime={created}>{formatDate(created)}</time>
        </>
      )}
      {children}
    </p>
  );
}
