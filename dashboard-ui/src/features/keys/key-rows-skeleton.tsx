import { Skeleton } from '../../ui/skeleton';

/** Rows of the table of keys on their way. */
export function KeyRowsSkeleton({ rows }: { rows: number }) {
  return (
    <div role="status" aria-busy="true" aria-label="Loading">
      <div
        aria-hidden
        className="h-9.5 bg-[color-mix(in_srgb,var(--bg)_45%,transparent)] @max-[799px]:hidden"
      />
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className="flex h-15 items-center gap-6 border-line px-5 @max-[799px]:h-26 @max-[799px]:flex-wrap @max-[799px]:gap-x-3 @max-[799px]:px-4 not-first:border-t"
        >
          <span className="flex items-center gap-2.5">
            <Skeleton className="size-4" />
            <Skeleton className="h-3 w-48" />
          </span>
          <Skeleton className="h-5.5 w-18 @max-[799px]:ml-auto" />
          <span className="flex w-28 flex-col gap-2">
            <Skeleton className="h-3 w-18" />
            <Skeleton className="h-2.5 w-26" />
          </span>
          <Skeleton className="h-3 w-24 @max-[799px]:hidden" />
          <Skeleton className="ml-auto h-2.5 w-26" />
        </div>
      ))}
    </div>
  );
}
