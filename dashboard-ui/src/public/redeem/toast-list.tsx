import { CircleCheck, CircleX, LoaderCircle, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Toast, Toasts } from './use-toasts';
import './toasts.css';

export const shownMs = 5000;
export const closingMs = 300;

const icons = { success: CircleCheck, error: CircleX, loading: LoaderCircle };

export function ToastList({ toasts }: { toasts: Toasts }) {
  return (
    <section className="toasts" aria-label="Notifications" aria-live="polite">
      {toasts.list.map((toast) => (
        <ToastCard
          key={toast.about}
          toast={toast}
          onClose={() => toasts.close(toast.about)}
          onClosed={() => toasts.remove(toast.about)}
        />
      ))}
    </section>
  );
}

type ToastCardProps = { toast: Toast; onClose: () => void; onClosed: () => void };

function ToastCard({ toast, onClose, onClosed }: ToastCardProps) {
  const { type, message, version, closing } = toast;
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = hovered || focused;
  const Icon = icons[type];
  useTimer(
    closing ? 'stopped' : type === 'loading' ? 'stopped' : held ? 'held' : 'running',
    shownMs,
    version,
    onClose,
  );
  useTimer(closing ? 'running' : 'stopped', closingMs, version, onClosed);

  return (
    <div
      className="toast"
      data-type={type}
      data-closing={closing}
      data-held={held}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon
        className={type === 'loading' ? 'turning' : undefined}
        size={18}
        strokeWidth={1.75}
        aria-hidden="true"
      />
      <p key={version} role={type === 'error' ? 'alert' : 'status'}>
        {message}
      </p>
      <button type="button" className="icon-button" aria-label="Close notification" onClick={onClose}>
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {type !== 'loading' && <span key={`time left ${version}`} className="toast-time" />}
    </div>
  );
}

/** Calls `onEnd` after `ms` of running. Held, it keeps what is left; stopped, or with a new `version`, it forgets it. */
function useTimer(
  state: 'running' | 'held' | 'stopped',
  ms: number,
  version: number,
  onEnd: () => void,
): void {
  const left = useRef(ms);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    left.current = ms;
  }, [ms, version]);
  useEffect(() => {
    if (state === 'stopped') left.current = ms;
    if (state !== 'running') return;
    const since = Date.now();
    const timer = setTimeout(() => end.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [state, ms, version]);
}
