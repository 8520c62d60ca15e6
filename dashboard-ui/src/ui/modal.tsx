import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';

export type Modal = {
  ref: RefObject<HTMLDialogElement | null>;
  /** Lets it fade out; `onClosed` follows. Or asks first. */
  close: () => void;
  onClosed: () => void;
  asksFirst: boolean;
};

/**
 * A modal lives as long as it is rendered: render it to open it, stop rendering it in `onClosed`. With `ask` it does not
 * close by itself: whoever is asked decides.
 */
export function useModal(onClosed: () => void, ask?: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  return { ref, close: ask ?? (() => ref.current?.close()), onClosed, asksFirst: ask !== undefined };
}

type ModalFrameProps = {
  modal: Modal;
  labelledBy?: string;
  label?: string;
  role?: 'alertdialog';
  /** Only its own buttons close it: what it shows is shown once. */
  persistent?: boolean;
  /** Once something was entered, a press beside it does not close it. */
  keepsInput?: boolean;
  /** `onClosed` does not wait until it has faded out. */
  goesAtOnce?: boolean;
  className: string;
  children: ReactNode;
};

/** A native dialog: the browser holds the focus inside, closes on Escape unless it is held open, and gives the focus back. */
export function ModalFrame({
  modal,
  persistent,
  keepsInput,
  goesAtOnce,
  labelledBy,
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
  // Not left to `cancel`: a browser lets that be prevented once, and the next Escape closes the dialog. Nor to the dialog, which
  // hears of no key while nothing in it has the focus. Whoever has taken the key themselves has it. For what is no key there is
  // `closedby`.
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.defaultPrevented || stack.at(-1) !== ref.current) return;
    if (!holds || event.key !== 'Escape') return;
    event.preventDefault();
    if (!persistent) close();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  async function closed(dialog: HTMLDialogElement) {
    // A click goes to what is behind it.
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
      closedby={holds ? 'none' : undefined}
      onClose={(event) => {
        if (event.target === event.currentTarget) void closed(event.currentTarget);
      }}
      // A text selection that ends outside is no wish to close: both ends of the press must be on the scrim.
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
 * Whoever shows the modal is told once, and by the newest `onClosed`: what it stands on may change while it fades out.
 * Whatever is done meanwhile finds the page as it is without the modal, also before the browser has said that it closed.
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

/** Not the button that closes it, if there is something else. */
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

/** What is first may come late: until then the focus is where the browser has put it, or somebody else has. */
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

// What floats above a modal has to live inside it: everything outside is inert.

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

/** Whether an element is in what can be reached: the topmost modal, else the page. One that fades out cannot be. */
export function isOnTop(element: Element): boolean {
  const modal = element.closest('dialog');
  return modal === (stack.at(-1) ?? null) && modal?.open !== false;
}

/** The element that toasts belong into: the topmost modal, else the page. */
export function useTopLayer(): HTMLElement {
  return useSyncExternalStore(subscribe, () => stack.at(-1)) ?? document.body;
}
