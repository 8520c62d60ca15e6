import { Skeleton } from '../../ui/skeleton';

/** Placeholder for an order in its dialog, as high as most: figures, info, tokens, customer, notes and history. */
export function OrderSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-5">
      <div className="flex flex-col gap-3">
        <div className="grid grid-cols-3 gap-3 max-sm:gap-2">
          <Skeleton className="h-21 rounded-tall! max-sm:h-18.5" />
          <Skeleton className="h-21 rounded-tall! max-sm:h-18.5" />
          <Skeleton className="h-21 rounded-tall! max-sm:h-18.5" />
        </div>
        <Skeleton className="h-2" />
      </div>
      <Skeleton className="h-25 rounded-tall! max-sm:h-49" />
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Skeleton className="h-24 rounded-tall! max-sm:h-21" />
        <Skeleton className="h-24 rounded-tall! max-sm:h-21" />
      </div>
      <Skeleton className="h-100 rounded-tall! max-sm:h-142" />
      <Skeleton className="h-40 rounded-tall!" />
      <Skeleton className="h-36 rounded-tall!" />
    </div>
  );
}
