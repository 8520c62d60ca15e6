import { useCallback, useState } from 'react';

export type ToastType = 'success' | 'error' | 'loading';

export type Toast = {
  /** What the toast is about: news about the same thing take its place. */
  about: string;
  type: ToastType;
  message: string;
  /** Grows with each message: the toast's time starts anew. */
  version: number;
  closing: boolean;
};

export type Toasts = {
  list: Toast[];
  show: (about: string, type: ToastType, message: string) => void;
  /** Starts the closing; `remove` ends it. */
  close: (about: string) => void;
  remove: (about: string) => void;
};

export function useToasts(): Toasts {
  const [list, setList] = useState<Toast[]>([]);

  const show = useCallback((about: string, type: ToastType, message: string) => {
    setList((toasts) => {
      const old = toasts.find((toast) => toast.about === about);
      const toast: Toast = { about, type, message, version: (old?.version ?? 0) + 1, closing: false };
      return old ? toasts.map((other) => (other === old ? toast : other)) : [...toasts, toast];
    });
  }, []);

  const close = useCallback((about: string) => {
    setList((toasts) => toasts.map((toast) => (toast.about === about ? { ...toast, closing: true } : toast)));
  }, []);

  const remove = useCallback((about: string) => {
    setList((toasts) => toasts.filter((toast) => toast.about !== about));
  }, []);

  return { list, show, close, remove };
}
