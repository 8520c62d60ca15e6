import { Skeleton } from './skeleton';

/** Placeholder for a `Section`: its texts at the left, its card at the right. `height` is the card's, as a class. */
export function SectionSkeleton({ height }: { height: string }) {
  return (
    <div className="grid grid-cols-[248px_minmax(0,1fr)] gap-8 max-lg:grid-cols-1 max-lg:gap-3">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-3 w-48" />
      </div>
      <Skeleton className={`rounded-card! ${height}`} />
    </div>
  );
}
