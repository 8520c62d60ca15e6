import { Skeleton } from '../../ui/skeleton';

/** Placeholder for an order in its dialog: figures, info and tokens. */
export function OrderSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-5">
      <div className="grid grid-cols-3 gap-3 max-sm:gap-2">
        <Skeleton className="h-20 rounded-tall!" />
        <Skeleton className="h-20 rounded-tall!" />
        <Skeleton className="h-20 rounded-tall!" />
      </div>
      <Skeleton className="h-27 rounded-tall! max-sm:h-54" />
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Skeleton className="h-32 rounded-tall!" />
        <Skeleton className="h-32 rounded-tall! max-sm:hidden" />
      </div>
    </div>
  );
}
