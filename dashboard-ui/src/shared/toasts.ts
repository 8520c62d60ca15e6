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
  /** What is kept of those that are here when one more comes; without it all are. */
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

    /** News about the same thing, `about`, takes the place of what was said of it before. */
    show(kind: ToastKind, message: string, about?: string) {
      const version = ++made;
      const id = about ?? `${version}`;
      const toast = { id, kind, message, version, since: Date.now(), closing: false };
      const old = toasts.find((one) => one.id === id);
      change(old ? toasts.map((one) => (one === old ? toast : one)) : [...makeRoom(toasts), toast]);
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
