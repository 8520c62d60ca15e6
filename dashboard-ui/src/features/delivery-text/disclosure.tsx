import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** Content that is hidden until its label is pressed. */
export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group rounded-control border border-line bg-s2">
      <summary className="flex min-h-9 list-none items-center gap-2 rounded-control px-3 text-small font-medium max-sm:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className="text-fg3 transition-transform duration-(--t-hover) group-open:rotate-90"
        />
        {label}
      </summary>
      <div
        tabIndex={0}
        role="group"
        aria-label={label}
        className="max-h-80 overflow-y-auto border-t border-line px-3.5 py-3 -outline-offset-2"
      >
        {children}
      </div>
    </details>
  );
}
