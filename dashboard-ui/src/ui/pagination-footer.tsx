import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button';
import { useRoomForToasts } from './room-for-toasts';

type PaginationFooterProps = {
  /** The page number. Screen readers announce only this. */
  page: string;
  /** Further text, which changes while the page loads. */
  more?: string;
  /** Undefined on the first page; the button is disabled then. */
  onPrev: (() => void) | undefined;
  onNext: (() => void) | undefined;
};

/** Pagination that sticks to the bottom of the main column. */
export function PaginationFooter({ page, more, onPrev, onNext }: PaginationFooterProps) {
  useRoomForToasts({ phone: '96px', wide: '56px' });
  return (
    <nav
      aria-label="Pages"
      className="print:hidden sticky bottom-0 z-10 border-t border-line bg-[color-mix(in_srgb,var(--bg)_88%,transparent)] pb-[env(safe-area-inset-bottom)] backdrop-blur-[10px]"
    >
      <div className="mx-auto flex min-h-14 max-w-[1184px] items-center justify-between gap-4 px-8 max-lg:px-4 max-sm:flex-col max-sm:items-stretch max-sm:gap-2 max-sm:py-3">
        <p className="text-small text-fg2 tabular-nums max-sm:text-center max-sm:text-caption">
          <span aria-live="polite">{page}</span>
          {more}
        </p>
        <div className="flex gap-2 max-sm:*:flex-1">
          <Button
            size="sm"
            disabled={!onPrev}
            onClick={onPrev}
            icon={<ChevronLeft aria-hidden size={16} strokeWidth={1.75} />}
          >
            Prev
          </Button>
          <Button size="sm" disabled={!onNext} onClick={onNext}>
            Next
            <ChevronRight aria-hidden size={16} strokeWidth={1.75} />
          </Button>
        </div>
      </div>
    </nav>
  );
}
