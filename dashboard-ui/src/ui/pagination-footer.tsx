import { ChevronLeft, ChevronRight } from 'lucide-react';
import { bar, barRow } from './bottom-bar';
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

/** Pagination that sticks to the bottom of the main column, unless the window is shallow. */
export function PaginationFooter({ page, more, onPrev, onNext }: PaginationFooterProps) {
  useRoomForToasts({ phone: 'calc(96px * var(--docked))', wide: 'calc(56px * var(--docked))' });
  return (
    <nav aria-label="Pages" className={`not-shallow:sticky bottom-0 z-10 ${bar}`}>
      <div className={`${barRow} max-sm:flex-col max-sm:items-stretch`}>
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
