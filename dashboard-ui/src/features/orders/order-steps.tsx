import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '../../ui/button';

export type Steps = {
  /** Of the orders that the list shows. */
  ids: string[];
  onStep: (orderId: string) => void;
  /** Where the list goes on beyond what it shows. */
  beyond?: Beyond;
};

export type Beyond = {
  /** Orders before those that the list shows, and in all. */
  before: number;
  total: number;
  onPrevious?: () => void;
  onNext?: () => void;
};

/** To the order before and after, as the list has them: by buttons, or by the left and right arrow. */
export function OrderSteps({ orderId, steps: { ids, onStep, beyond } }: { orderId: string; steps: Steps }) {
  const place = ids.indexOf(orderId);
  const step = (to: string | undefined) => (to === undefined ? undefined : () => onStep(to));
  const previous = place > 0 ? step(ids[place - 1]) : place === 0 ? beyond?.onPrevious : undefined;
  const next = place < 0 ? undefined : place + 1 < ids.length ? step(ids[place + 1]) : beyond?.onNext;
  const total = beyond?.total ?? ids.length;

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const go = { ArrowLeft: previous, ArrowRight: next }[event.key];
      if (!go || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event)) return;
      // A question stands above the order.
      if (document.querySelector('[role=alertdialog]')) return;
      event.preventDefault();
      go();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [previous, next]);

  if (place < 0 || total < 2) return null;
  return (
    <span className="flex items-center gap-1">
      <IconButton
        label="Previous order"
        size={28}
        disabled={!previous}
        icon={<ChevronLeft aria-hidden size={16} strokeWidth={1.75} />}
        onClick={previous}
      />
      <span className="tabular-nums">
        {(beyond?.before ?? 0) + place + 1} of {total}
      </span>
      <IconButton
        label="Next order"
        size={28}
        disabled={!next}
        icon={<ChevronRight aria-hidden size={16} strokeWidth={1.75} />}
        onClick={next}
      />
    </span>
  );
}

/** Arrows move the caret there. */
const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
