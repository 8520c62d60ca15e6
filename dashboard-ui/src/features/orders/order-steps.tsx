import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '../../ui/button';

export type Steps = { ids: string[]; onStep: (orderId: string) => void };

/** To the order before and after, as the list has them: by buttons, or by the left and right arrow. */
export function OrderSteps({ orderId, steps: { ids, onStep } }: { orderId: string; steps: Steps }) {
  const place = ids.indexOf(orderId);
  const previous = place > 0 ? ids[place - 1] : undefined;
  const next = place >= 0 ? ids[place + 1] : undefined;

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const to = { ArrowLeft: previous, ArrowRight: next }[event.key];
      if (!to || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event)) return;
      // A question stands above the order.
      if (document.querySelector('[role=alertdialog]')) return;
      event.preventDefault();
      onStep(to);
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [previous, next, onStep]);

  if (place < 0 || ids.length < 2) return null;
  return (
    <span className="flex items-center gap-1">
      <IconButton
        label="Previous order"
        size={28}
        disabled={!previous}
        icon={<ChevronLeft aria-hidden size={16} strokeWidth={1.75} />}
        onClick={() => previous && onStep(previous)}
      />
      <span className="tabular-nums">
        {place + 1} of {ids.length}
      </span>
      <IconButton
        label="Next order"
        size={28}
        disabled={!next}
        icon={<ChevronRight aria-hidden size={16} strokeWidth={1.75} />}
        onClick={() => next && onStep(next)}
      />
    </span>
  );
}

/** Arrows move the caret there. */
const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
