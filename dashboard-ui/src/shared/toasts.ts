/** The toasts of one application: what is said, for how long, and what gives way. How they look is the application's. */

export type ToastKind = 'success' | 'error' | 'loading';

export type Toast = {
  id: string;
  kind: ToastKind;
  message: string;
  /** Of each message its own. */
  version: number;
  since: number;
  closing: boolean;
};

type Preset = {
  /** In milliseconds, as all times here. */
  lasts: number;
  /** Between the end of its time and its disappearance. */
  closes: number;
  /** So many are on the screen at once, the others wait. */
  shown: number;
  /** Past this, the one that waits longest gives way. */
  kept: number;
};

export type Toasts = ReturnType<typeof createToasts>;

export function createToasts({ lasts, closes, shown, kept }: Preset) {
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
    shown,
    close,

    /** News about the same thing, `about`, takes the place of what was said of it before. */
    show(kind: ToastKind, message: string, about?: string) {
      const version = ++made;
      const id = about ?? `${version}`;
      const toast = { id, kind, message, version, since: Date.now(), closing: false };
      const at = toasts.findIndex((one) => one.id === id);
      if (at >= 0) change(toasts.with(at, toast));
      else change([...(toasts.length < kept ? toasts : toasts.toSpliced(shown, 1)), toast]);
    },

    /** Lets a toast's time run until it closes or the returned function stops the clock. */
    run(toast: Toast): () => void {
      const started = Date.now();
      const left = timeLeft.get(toast) ?? lasts;
      const timer = setTimeout(close, left, toast);
      return () => {
        clearTimeout(timer);
        timeLeft.set(toast, left - (Date.now() - started));
      };
    },

    /** All that are kept, oldest first. */
    get: () => toasts,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
