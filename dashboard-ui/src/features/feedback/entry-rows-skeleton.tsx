import { Skeleton } from '../../ui/skeleton';

/** Placeholder rows for suggestions, which have votes, or bug reports. */
export function EntryRowsSkeleton({ votes = false }: { votes?: boolean }) {
  return (
    <div role="status" aria-busy="true" aria-label="Loading" className="divide-y divide-line">
      {Array.from({ length: 5 }, (_, row) => (
        <div key={row} className="flex gap-4 px-5 py-4 max-sm:flex-col max-sm:gap-3 max-sm:px-4">
          {votes && (
            <Skeleton className="h-17.5 w-16 rounded-control! max-sm:order-last max-sm:h-11 max-sm:w-41.5" />
          )}
          <div
            className={`flex h-17.5 flex-col justify-between py-1 sm:flex-1 ${votes ? 'max-sm:h-22' : 'max-sm:h-28.5'}`}
          >
            <Skeleton className="h-3.5 w-3/5 max-w-64" />
            <Skeleton className="h-2.5 w-4/5 max-w-120" />
            <Skeleton className="h-2.5 w-2/5 max-w-32" />
          </div>
        </div>
      ))}
    </div>
  );
}
