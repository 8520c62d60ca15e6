import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { Toast } from '../shared/toasts';
import { useTopLayer } from './modal';
import { shownToasts, toasts } from './toast';

/** Screen readers have a toast's text once it has stood for this long, in milliseconds. */
const heard = 500;

/** Toasts that have stood for so long. A dialog that closes after its work takes its own away sooner. */
const announced = new WeakSet<Toast>();

/** The place where toasts appear: bottom centre, above everything, also above an open dialog; on a phone they stay off its sheet. */
export function Toaster() {
  const layer = useTopLayer();
  return createPortal(<Viewport layer={layer} />, layer);
}

function Viewport({ layer }: { layer: HTMLElement }) {
  const kept = useSyncExternalStore(toasts.subscribe, toasts.get);
  const shown = kept.slice(0, shownToasts);
  const [paused, setPaused] = useState(false);
  const ref = usePopover<HTMLOListElement>();
  useLayoutEffect(() => {
    const bottom = bottomOver(layer);
    ref.current!.style.bottom = bottom === undefined ? '' : `${bottom}px`;
  }, [layer, ref, kept]);
  return (
    <ol
      ref={ref}
      popover="manual"
      aria-live="polite"
      aria-label="Notifications"
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      className="print:hidden pointer-events-none fixed inset-x-4 top-auto bottom-[calc(24px+var(--sticky-footer,0px)+var(--toast-lift,0px))] m-0 flex w-auto flex-col-reverse items-center gap-2 overflow-visible bg-transparent p-1 max-sm:bottom-[calc(16px+env(safe-area-inset-bottom)+var(--sticky-footer-phone,0px)+var(--toast-lift,0px))]"
    >
      {shown.map((one) => (
        <ToastItem key={one.id} toast={one} paused={paused} />
      ))}
    </ol>
  );
}

function ToastItem({ toast, paused }: { toast: Toast; paused: boolean }) {
  useEffect(() => (paused ? undefined : toasts.run(toast)), [paused, toast]);
  const [fresh] = useState(() => Date.now() - toast.since < 300);
  // Rendered anew when a dialog opens or closes, it is not announced again.
  const [isNews] = useState(() => !announced.has(toast));
  useEffect(() => {
    const timer = setTimeout(() => announced.add(toast), heard);
    return () => clearTimeout(timer);
  }, [toast]);
  const role = toast.kind === 'error' ? 'alert' : 'status';
  return (
    <li
      className={`toast pointer-events-auto max-w-105 rounded-tall bg-pink px-5 py-3 text-center text-body text-balance font-bold text-on-pink shadow-menu outline outline-transparent wrap-break-word ${fresh ? 'toast-fresh' : ''}`}
    >
      <p role={isNews ? role : undefined}>{toast.message}</p>
    </li>
  );
}

/** The height of a toast of two lines with its margins, in pixels. */
const roomForToast = 96;

/** The bottom of the toasts over a sheet: above it if there is room, else above its buttons. Undefined: the default. */
function bottomOver(layer: HTMLElement): number | undefined {
  const menuButtons = layer.querySelector<HTMLElement>(':scope.modal-menu [data-menu-buttons]');
  if (menuButtons) return menuButtons.offsetHeight + 8;
  const isSheet = layer.matches('.modal-sheet') && window.matchMedia('(width < 40rem)').matches;
  if (!isSheet) return undefined;
  // `offsetTop` ignores the running transition, so it is the final position.
  if (layer.offsetTop >= roomForToast) return window.innerHeight - layer.offsetTop + 8;
  // Its buttons scroll with it.
  if (window.matchMedia('(max-height: 24rem)').matches) return undefined;
  const footer = layer.querySelector<HTMLElement>(':scope > footer');
  return footer ? footer.offsetHeight + 8 : undefined;
}

/** Puts it above everything else in the top layer. */
function usePopover<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  useEffect(() => {
    // Its dialog may be gone by now; then it is rendered elsewhere again.
    if (ref.current?.isConnected) ref.current.showPopover?.();
  }, []);
  return ref;
}
