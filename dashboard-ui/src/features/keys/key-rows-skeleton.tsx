import { Skeleton } from '../../ui/skeleton';

/** Placeholder rows for the table of keys. */
export function KeyRowsSkeleton({ rows }: { rows: number }) {
  return (
    <div role="status" aria-busy="true" aria-label="Loading">
      <div aria-hidden className="h-9.5 bg-table-head @max-table:hidden" />
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className="flex h-15 items-center gap-6 border-line px-5 @max-table:h-33 @max-table:flex-wrap @max-table:content-center @max-table:gap-x-3 @max-table:gap-y-2.5 @max-table:px-4 not-first:border-t"
        >
          <span className="flex items-center gap-2.5 @max-table:basis-full">
            <Skeleton className="size-4" />
            <Skeleton className="h-3 w-48" />
          </span>
          <Skeleton className="h-5.5 w-18" />
          <span className="flex w-28 flex-col gap-2 @max-table:order-last @max-table:basis-full">
            <Skeleton className="h-3 w-18" />
            <Skeleton className="h-2.5 w-26" />
          </span>
          <Skeleton className="h-3 w-24 @max-table:hidden" />
          <Skeleton className="ml-auto h-2.5 w-26" />
        </div>
      ))}
    </div>
  );
}
