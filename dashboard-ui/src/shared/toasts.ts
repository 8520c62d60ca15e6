/**
 * The toasts of one application: their texts, their duration, and which are dropped. Their look is up to the
 * application.
 */

export type ToastKind = 'success' | 'error' | 'loading';

export type Toast = {
  id: string;
  kind: ToastKind;
  message: string;
  /** Unique for each message. */
  version: number;
  since: number;
  closing: boolean;
};

type Preset = {
  /** In milliseconds, like all times here. */
  lasts: number;
  /** How long closing takes after the toast's time is over. */
  closes: number;
  /** Which toasts are kept when another one comes; by default all. */
  makeRoom?: (toasts: readonly Toast[]) => readonly Toast[];
};

export type Toasts = ReturnType<typeof createToasts>;

export function createToasts({ lasts, closes, makeRoom = (toasts) => toasts }: Preset) {
  let toasts: readonly Toast[] = [];
  let made = 0;
  const timeLeft = new WeakMap<Toast, number>();
  const listeners = new Set<() => void>();

  function change(next: readonly Toast[]) {
    toasts = next;
    for (const listener of listeners) listener();
  }

  const remove = (toast: Toast) => change(toasts.filter((one) => one !== toast));

  function close(toast: Toast) {
    if (!closes) return remove(toast);
    const closing = { ...toast, closing: true };
    change(toasts.map((one) => (one === toast ? closing : one)));
    setTimeout(remove, closes, closing);
  }

  return {
    close,

    /** Shows a message. It replaces the previous one with the same `about`. */
    show(kind: ToastKind, message: string, about?: string) {
      const version = ++made;
      const id = about ?? `${version}`;
      const toast = { id, kind, message, version, since: Date.now(), closing: false };
      const old = toasts.find((one) => one.id === id);
      change(old ? toasts.map((one) => (one === old ? toast : one)) : [...makeRoom(toasts), toast]);
    },

    /** Runs a toast's timer until it closes. The returned function pauses the timer. */
    run(toast: Toast): () => void {
      const started = Date.now();
      const left = timeLeft.get(toast) ?? lasts;
      const timer = setTimeout(close, left, toast);
      return () => {
        clearTimeout(timer);
        timeLeft.set(toast, left - (Date.now() - started));
      };
    },

    /** All current toasts, oldest first. */
    get: () => toasts,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
