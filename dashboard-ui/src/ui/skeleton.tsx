/** Placeholder for a line, a figure or a tile. Give it the final size. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={`skeleton block ${className}`} />;
}

type SkeletonRowsProps = {
  rows?: number;
  tile?: boolean;
  /** Makes it as high as an `Empty`, which often replaces it. */
  mayBeEmpty?: boolean;
};

/** Placeholder rows for a list card. */
export function SkeletonRows({ rows = 4, tile = false, mayBeEmpty = false }: SkeletonRowsProps) {
  return (
    <div
      aria-busy="true"
      aria-label="Loading"
      role="status"
      className={mayBeEmpty ? 'min-h-50.5' : undefined}
    >
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className="flex h-16 items-center gap-3.5 border-line px-5 not-first:border-t max-sm:px-4"
        >
          {tile && <Skeleton className="size-9 rounded-control" />}
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3 w-2/5 max-w-56" />
            <Skeleton className="h-2.5 w-3/5 max-w-80" />
          </div>
          <Skeleton className="h-2.5 w-12" />
        </div>
      ))}
    </div>
  );
}
