import {
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';

const [least, most, step] = [25, 75, 5];

/** Two parts side by side with a handle between them; stacked where there is no room. */
export function Split({ first, second }: { first: ReactNode; second?: ReactNode }) {
  const [share, setShare] = useState(50);
  const box = useRef<HTMLDivElement>(null);

  function drag(event: PointerEvent) {
    const bounds = box.current?.getBoundingClientRect();
    if (!bounds || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    setShare(clamp(((event.clientX - bounds.left) / bounds.width) * 100));
  }

  function move(event: KeyboardEvent) {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setShare(clamp(share + by));
  }

  return (
    <div ref={box} className="relative flex min-h-0 flex-1 max-lg:flex-col max-lg:gap-4 lg:min-h-105">
      <div
        className="flex min-w-0 max-lg:h-[60dvh] max-lg:shallow:h-80 lg:basis-(--share)"
        style={{ '--share': second ? `${share}%` : '100%' } as CSSProperties}
      >
        {first}
      </div>
      {second && (
        <>
          <div
            role="separator"
            aria-orientation="vertical"
            aria-label="Width of the editor"
            aria-valuenow={Math.round(share)}
            aria-valuemin={least}
            aria-valuemax={most}
            tabIndex={0}
            onKeyDown={move}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            className="hover-fast mx-1 w-1.5 shrink-0 cursor-col-resize touch-none rounded-full hover:bg-line2 focus-visible:bg-line2 max-lg:hidden"
          />
          <div className="flex min-w-0 flex-1 max-lg:h-[70dvh] max-lg:shallow:h-64 max-lg:flex-none">
            {second}
          </div>
        </>
      )}
    </div>
  );
}

function clamp(share: number): number {
  return Math.min(most, Math.max(least, share));
}
