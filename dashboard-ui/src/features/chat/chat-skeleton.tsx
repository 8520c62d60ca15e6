import { Skeleton } from '../../ui/skeleton';

/** The widths of the bubbles, one array per group. */
const groups = [['w-3/5'], ['w-2/5', 'w-1/2'], ['w-1/3'], ['w-3/5', 'w-1/4']];

/** Placeholder for the room: its header, some messages and the composer. */
export function ChatSkeleton() {
  return (
    <div className="flex h-[calc(100dvh-var(--strip,0px))] min-h-0 flex-col overflow-hidden max-lg:h-[calc(100dvh-56px-var(--strip,0px))]">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <div aria-hidden className="contents">
        <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-5">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="ml-auto h-7 w-20 rounded-control!" />
        </div>
        <div className="mx-auto flex min-h-0 w-full max-w-[852px] flex-1 flex-col justify-end gap-5 overflow-hidden px-4 py-5">
          {groups.map((bubbles, place) => (
            <div key={place} className="flex gap-3">
              <Skeleton className="size-8 shrink-0 rounded-full!" />
              <div className="flex flex-1 flex-col gap-1.5">
                <Skeleton className="h-3 w-28" />
                {bubbles.map((width) => (
                  <Skeleton key={width} className={`h-9 rounded-card! ${width}`} />
                ))}
              </div>
            </div>
          ))}
        </div>
        <div className="mx-auto w-full max-w-[852px] shrink-0 px-4 pb-5">
          <Skeleton className="h-13 rounded-card!" />
        </div>
      </div>
    </div>
  );
}
