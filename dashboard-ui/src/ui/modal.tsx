import { useCallback, useEffect, useRef, useSyncExternalStore, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useKeyPress } from '../shared/use-key-press';

export type Modal = {
  ref: RefObject<HTMLDialogElement | null>;
  /** Starts the fade-out, after which `onClosed` is called; or calls `ask` instead. */
  close: () => void;
  onClosed: () => void;
  asksFirst: boolean;
};

/**
 * A modal is open as long as it is rendered: stop rendering it in `onClosed`. With `ask` it does not close by itself;
 * `ask` decides.
 */
export function useModal(onClosed: () => void, ask?: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  return { ref, close: ask ?? (() => ref.current?.close()), onClosed, asksFirst: ask !== undefined };
}

type ModalFrameProps = {
  modal: Modal;
  labelledBy?: string;
  describedBy?: string;
  label?: string;
  role?: 'alertdialog';
  /** Only its own buttons close it, because it shows something only once. */
  persistent?: boolean;
  /** After input, a press outside does not close it. */
  keepsInput?: boolean;
  /** Calls `onClosed` without waiting for the fade-out. */
  goesAtOnce?: boolean;
  className: string;
  children: ReactNode;
};

/** A native dialog: the browser keeps the focus inside, closes on Escape unless it is held open, and restores the focus. */
export function ModalFrame({
  modal,
  persistent,
  keepsInput,
  goesAtOnce,
  labelledBy,
  describedBy,
  label,
  role,
  className,
  children,
}: ModalFrameProps) {
  const { ref, close, asksFirst } = modal;
  const pressedOutside = useRef(false);
  const hasInput = useRef(false);
  useOpenWhileMounted(ref);
  const gone = useGone(modal);
  const holds = persistent || asksFirst;
  // Escape is not handled by `cancel`, which browsers allow to be prevented only once, nor on the dialog, which gets
  // no key events while nothing in it has the focus. A key that something else has handled is left alone. `closedby`
  // covers ways to close other than keys.
  useKeyPress((event) => {
    if (event.isComposing || event.defaultPrevented || stack.at(-1) !== ref.current) return;
    if (!holds || event.key !== 'Escape') return;
    event.preventDefault();
    if (!persistent) close();
  });

  async function closed(dialog: HTMLDialogElement) {
    // Inert, so that clicks during the fade-out go to what is behind it.
    dialog.inert = true;
    if (!goesAtOnce) await fadedOut(dialog);
    gone();
  }

  return (
    <dialog
      ref={ref}
      role={role}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      closedby={holds ? 'none' : undefined}
      onClose={(event) => {
        if (event.target === event.currentTarget) void closed(event.currentTarget);
      }}
      // Selecting text and releasing outside must not close the dialog: both ends of the press have to be on the
      // backdrop.
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget;
      }}
      onInput={() => {
        hasInput.current = true;
      }}
      onClick={(event) => {
        if (keepsInput && hasInput.current) return;
        if (!persistent && pressedOutside.current && event.target === event.currentTarget) close();
      }}
      className={`modal ${className}`}
    >
      {children}
    </dialog>
  );
}

const fadedOut = (dialog: HTMLDialogElement) =>
  Promise.allSettled((dialog.getAnimations?.() ?? []).map((animation) => animation.finished));

/**
 * Calls the newest `onClosed` once: it may change during the fade-out. Any press or key in the meantime first removes
 * the modal, even before the browser has fired `close`.
 */
function useGone({ ref, onClosed }: Modal): () => void {
  const newest = useRef(onClosed);
  useEffect(() => {
    newest.current = onClosed;
  });
  const told = useRef(false);
  const gone = useCallback(() => {
    if (told.current || !ref.current) return;
    told.current = true;
    flushSync(() => newest.current());
  }, [ref]);
  useEffect(() => {
    const look = () => {
      if (!ref.current?.open) gone();
    };
    const deeds = ['pointerdown', 'keydown'];
    for (const deed of deeds) document.addEventListener(deed, look, true);
    return () => {
      for (const deed of deeds) document.removeEventListener(deed, look, true);
    };
  }, [ref, gone]);
  return gone;
}

/** The element to focus first: not the close button, if there is anything else. */
function firstUseful(dialog: HTMLDialogElement): HTMLElement | null {
  const useful = ':is(input, select, textarea, button, a[href], [tabindex="0"]):not(:disabled)';
  return (
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    dialog.querySelector<HTMLElement>(`[data-dialog-body] ${useful}, [data-dialog-body] ~ footer ${useful}`)
  );
}

function useOpenWhileMounted(ref: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const root = document.documentElement;
    if (!dialog.open) {
      if (stack.length === 0)
        root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`);
      dialog.showModal();
    }
    return enterStack(dialog);
  }, [ref]);
  useFirstFocus(ref);
}

/** The first element may be rendered late. The focus moves only if nobody has moved it by then. */
function useFirstFocus(ref: RefObject<HTMLDialogElement | null>) {
  const given = useRef<Element | null | undefined>(undefined);
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !ref.current) return;
    given.current ??= document.activeElement;
    const first = firstUseful(ref.current);
    isDone.current = first !== null || document.activeElement !== given.current;
    if (document.activeElement === given.current) first?.focus();
  });
}

// The open modals. Everything outside of the topmost one is inert, so floating elements have to be inside it.

let stack: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: HTMLDialogElement[]) {
  stack = next;
  for (const listener of listeners) listener();
}

function enterStack(dialog: HTMLDialogElement) {
  const leave = () => change(stack.filter((other) => other !== dialog));
  change([...stack, dialog]);
  dialog.addEventListener('close', leave);
  return () => {
    dialog.removeEventListener('close', leave);
    leave();
  };
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether an element is in the topmost modal, or in the page if none is open. False for a modal that is fading out. */
export function isOnTop(element: Element): boolean {
  const modal = element.closest('dialog');
  return modal === (stack.at(-1) ?? null) && modal?.open !== false;
}

/** The topmost modal, else the body. */
export const topLayer = (): HTMLElement => stack.at(-1) ?? document.body;

/** The element in which toasts have to be rendered. */
export const useTopLayer = (): HTMLElement => useSyncExternalStore(subscribe, topLayer);
