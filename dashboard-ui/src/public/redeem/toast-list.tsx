import { CircleCheck, CircleX, LoaderCircle, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Toast, Toasts } from '../../shared/toasts';
import './toasts.css';

const icons = { success: CircleCheck, error: CircleX, loading: LoaderCircle };

export function ToastList({ toasts }: { toasts: Toasts }) {
  const list = useSyncExternalStore(toasts.subscribe, toasts.get);
  return (
    <section className="toasts" aria-label="Notifications" aria-live="polite">
      {list.map((toast) => (
        <ToastCard key={toast.id} toast={toast} toasts={toasts} />
      ))}
    </section>
  );
}

function ToastCard({ toast, toasts }: { toast: Toast; toasts: Toasts }) {
  const { kind, message, version, closing } = toast;
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = hovered || focused;
  const runs = !held && !closing && kind !== 'loading';
  const Icon = icons[kind];
  useEffect(() => (runs ? toasts.run(toast) : undefined), [runs, toasts, toast]);

  return (
    <div
      className="toast"
      data-type={kind}
      data-closing={closing}
      data-held={held}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon
        className={kind === 'loading' ? 'turning' : undefined}
        size={18}
        strokeWidth={1.75}
        aria-hidden="true"
      />
      <p key={version} role={kind === 'error' ? 'alert' : 'status'}>
        {message}
      </p>
      <button
        type="button"
        className="icon-button"
        aria-label="Close notification"
        onClick={() => toasts.close(toast)}
      >
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {kind !== 'loading' && <span key={`time left ${version}`} className="toast-time" />}
    </div>
  );
}
