import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useRoomForToasts } from './room-for-toasts';

/** A bar that sticks to the bottom of the main column, and the row in it. */
export const bar =
  'print:hidden border-t border-line bg-[color-mix(in_srgb,var(--bg)_88%,transparent)] pb-[env(safe-area-inset-bottom)] backdrop-blur-[10px]';
export const barRow =
  'mx-auto flex min-h-14 max-w-[1184px] items-center justify-between gap-4 px-8 max-lg:px-4 max-sm:gap-2 max-sm:py-3';

/** Below the content of a screen that may get a `PassingBar`, so that the bar covers no part of it. */
export const roomForBar = 'pb-12 max-sm:pb-[calc(64px+env(safe-area-inset-bottom))]';

type PassingBarProps = { label: string; isShown: boolean; children: ReactNode };

/**
 * A bar that comes and goes, which moves nothing: it has no height of its own. Last in the main column, in which it is a
 * region. Its place stays while it is away, so that the focus is not lost with it.
 */
export function PassingBar({ label, isShown, children }: PassingBarProps) {
  const [marker, setMarker] = useState<HTMLElement | null>(null);
  return (
    <>
      {/* The bar follows once this is in the column: of what comes at the same time, a portal's content would be first. */}
      <span hidden ref={setMarker} />
      {marker &&
        createPortal(
          <div className="sticky bottom-0 z-10">{isShown && <Bar label={label}>{children}</Bar>}</div>,
          marker.closest('main') ?? document.body,
        )}
    </>
  );
}

function Bar({ label, children }: Omit<PassingBarProps, 'isShown'>) {
  useRoomForToasts({ phone: '69px', wide: '57px' });
  const own = useRef<HTMLElement>(null);
  // What was just ticked at the bottom of the window would be covered.
  useEffect(() => {
    const focused = document.activeElement!;
    const { top, bottom } = focused.getBoundingClientRect();
    const isCovered = top > 0 && top < innerHeight && bottom > own.current!.getBoundingClientRect().top;
    if (isCovered) focused.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={own} aria-label={label} className={`absolute inset-x-0 bottom-0 ${bar}`}>
      <div className={barRow}>{children}</div>
    </section>
  );
}
