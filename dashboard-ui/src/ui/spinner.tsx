import { LoaderCircle } from 'lucide-react';

/** Says that a screen is loading. Invisible for the first 150 ms, so that a fast answer does not flash. */
export function LoadingScreen({ text = 'Loading...' }: { text?: string }) {
  return (
    <div role="status" className="late flex min-h-80 flex-1 flex-col items-center justify-center gap-3">
      <LoaderCircle aria-hidden size={28} strokeWidth={1.75} className="spin text-pink-text" />
      <p className="text-small text-fg2">{text}</p>
    </div>
  );
}

/** Shown in a busy control. */
export function Spinner() {
  return <LoaderCircle aria-hidden size={16} strokeWidth={1.75} className="spin" />;
}
