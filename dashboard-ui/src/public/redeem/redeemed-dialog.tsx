import { ArrowRight, X } from 'lucide-react';
import {
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useKeyPress } from '../../shared/use-key-press';
import { orderStatusPage } from '../paths';
import { CopyButton } from '../ui/copy-button';
import './redeemed-dialog.css';

const closingMs = 140;

type RedeemedDialogProps = {
  guildId: string;
  orderId: string;
  onClosed: () => void;
  plainPaths: boolean;
};

export function RedeemedDialog({ guildId, orderId, onClosed, plainPaths }: RedeemedDialogProps) {
  const id = useId();
  const link = useRef<HTMLAnchorElement>(null);
  const [closing, setClosing] = useState(false);

  useFocusMoved(link);

  useKeyPress(({ key }) => {
    if (key === 'Escape') setClosing(true);
  });

  useEffect(() => {
    if (!closing) return;
    const timer = setTimeout(onClosed, closingMs);
    return () => clearTimeout(timer);
  }, [closing, onClosed]);

  // Selecting the order id and releasing outside of the dialog must not close it.
  const pressedOutside = useRef(false);
  const isOutside = ({ target, currentTarget }: SyntheticEvent) => target === currentTarget;

  return (
    <div
      className="scrim"
      data-closing={closing}
      onPointerDown={(event) => {
        pressedOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        if (pressedOutside.current && isOutside(event)) setClosing(true);
      }}
    >
      <dialog open className="redeemed" aria-modal="true" aria-labelledby={id}>
        <button
          type="button"
          className="icon-button redeemed-close"
          aria-label="Close"
          onClick={() => setClosing(true)}
        >
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <span className="redeemed-mark">
          <svg width="32" height="32" viewBox="0 0 24 24" fill="none" aria-hidden="true">
            <path d="m4 12 5 5L20 6" pathLength={1} />
          </svg>
        </span>
        <h2 id={id}>Your order is on its way</h2>
        <p>Keep your order ID to follow the delivery.</p>
        <div className="redeemed-key">
          <code>{orderId}</code>
          <CopyButton text={orderId} label="Copy Order ID" />
        </div>
        <a ref={link} className="button button-accent" href={orderStatusPage(guildId, orderId, plainPaths)}>
          View Order Status
          <ArrowRight size={16} strokeWidth={1.75} aria-hidden="true" />
        </a>
      </dialog>
    </div>
  );
}

/** Focuses `target` while mounted, then restores the previous focus. */
function useFocusMoved(target: RefObject<HTMLElement | null>): void {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    opener.current = document.activeElement;
    target.current?.focus();
  }, [target]);
  // Not a layout effect: the target is inert until this commit is done.
  useEffect(
    () => () => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
    [],
  );
}
