/** The toasts of one application: what is said, for how long, and what gives way. How they look is the application's. */

export type ToastKind = 'success' | 'error' | 'loading';

export type Toast = {
  /** News about the same thing takes its place. */
  id: string;
  kind: ToastKind;
  message: string;
  /** Grows with each message about the same thing. */
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
  const timeLeft = new Map<string, number>();
  const listeners = new Set<() => void>();

  function change(next: readonly Toast[]) {
    toasts = next;
    for (const listener of listeners) listener();
  }

  function close(id: string) {
    timeLeft.delete(id);
    if (closes > 0) {
      change(toasts.map((one) => (one.id === id ? { ...one, closing: true } : one)));
      // A new message about it meanwhile stays.
      setTimeout(() => change(toasts.filter((one) => one.id !== id || !one.closing)), closes);
    } else {
      change(toasts.filter((one) => one.id !== id));
    }
  }

  return {
    shown,
    close,

    show(kind: ToastKind, message: string, id = `toast ${++made}`) {
      const old = toasts.find((one) => one.id === id);
      const toast = {
        id,
        kind,
        message,
        version: (old?.version ?? 0) + 1,
        since: Date.now(),
        closing: false,
      };
      timeLeft.delete(id);
      if (old) change(toasts.map((one) => (one === old ? toast : one)));
      else change([...(toasts.length < kept ? toasts : toasts.toSpliced(shown, 1)), toast]);
    },

    /** Lets a toast's time run until it closes or the returned function stops the clock. */
    run(id: string): () => void {
      const started = Date.now();
      const left = timeLeft.get(id) ?? lasts;
      const { version } = toasts.find((one) => one.id === id) ?? {};
      const timer = setTimeout(() => close(id), left);
      return () => {
        clearTimeout(timer);
        const isSame = toasts.some((one) => one.id === id && one.version === version && !one.closing);
        if (isSame) timeLeft.set(id, left - (Date.now() - started));
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
