import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../shared/format/number';
import { useKeyPress } from '../../shared/use-key-press';
import { IconButton } from '../../ui/button';
import { isTyping } from '../../ui/is-typing';
import { isOnTop } from '../../ui/modal';
import { say } from '../../ui/say';
import { placeIn } from './place-in-list';

export type Steps = {
  /** The orders that the list shows. */
  ids: string[];
  onStep: (orderId: string) => void;
  /** What comes before and after them on other pages. */
  beyond?: Beyond;
};

export type Beyond = {
  /** How many orders are on the pages before, and in all. */
  before: number;
  total: number;
  /** Whether there are more than `total`. */
  isCapped: boolean;
  onPrevious?: () => void;
  onNext?: () => void;
};

/**
 * Steps to the previous or next order of the list, by buttons or the left and right arrow keys. An order that leaves
 * the list while it is open, such as a delivered one, keeps its place between its neighbours.
 */
export function OrderSteps({ orderId, steps: { ids, onStep, beyond } }: { orderId: string; steps: Steps }) {
  const before = beyond?.before ?? 0;
  const shown = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState({ orderId, ids, before });
  const isHere = ids.includes(orderId);
  if (isHere && (seen.orderId !== orderId || seen.before !== before || seen.ids.join() !== ids.join())) {
    setSeen({ orderId, ids, before });
  }
  const place = placeIn(ids, before, orderId, seen);
  const step = (to: string | undefined, otherwise?: () => void) =>
    to === undefined ? otherwise : () => onStep(to);
  const previous = place && step(ids[place.previous], beyond?.onPrevious);
  const next = place && step(ids[place.next], beyond?.onNext);
  const total = beyond?.total ?? ids.length;
  const totalText = formatNumber(total) + (beyond?.isCapped ? '+' : '');

  useKeyPress((event) => {
    const go = { ArrowLeft: previous, ArrowRight: next }[event.key];
    if (!go || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event)) return;
    // A confirm dialog may be open on top of the order.
    if (!shown.current || !isOnTop(shown.current)) return;
    event.preventDefault();
    go();
  });

  // A step replaces the whole order.
  const first = useRef(orderId);
  useEffect(() => {
    if (first.current === orderId) return;
    first.current = orderId;
    say(`Order ${orderId}`);
  }, [orderId]);

  if (!place || (isHere ? total < 2 : total < 1)) return null;
  return (
    <span ref={shown} className="flex items-center gap-1">
      <IconButton
        label="Previous order"
        size={28}
        disabled={!previous}
        icon={<ChevronLeft aria-hidden size={16} strokeWidth={1.75} />}
        onClick={previous}
      />
      <span className="tabular-nums">
        {isHere ? `${formatNumber(before + place.next)} of ${totalText}` : `${totalText} left`}
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
