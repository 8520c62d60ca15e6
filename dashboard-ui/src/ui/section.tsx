import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

type SectionProps = {
  title: string;
  hint?: ReactNode;
  /** Shown below the hint: a badge, a preview. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A part of a settings screen: its title and hint at the left, its card at the right. */
export function Section({ title, hint, aside, children }: SectionProps) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[248px_minmax(0,1fr)] items-start gap-8 max-lg:grid-cols-1 max-lg:gap-3"
    >
      <header className="flex min-w-0 flex-col items-start gap-2 wrap-anywhere">
        <h2 className="text-heading">{title}</h2>
        {hint && <p className="-mt-1 text-small text-pretty text-fg2">{hint}</p>}
        {aside}
      </header>
      {children}
    </section>
  );
}

/** The bottom of a card: a text at the left, actions at the right. */
export function CardFooter({ fact, children }: { fact?: ReactNode; children?: ReactNode }) {
  return (
    <footer className="flex min-h-13 flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-2.5 max-sm:px-4 max-sm:py-3">
      {fact && <div className="mr-auto text-small text-fg2 tabular-nums max-sm:basis-full">{fact}</div>}
      {children && (
        <div className="flex flex-wrap gap-2 max-sm:basis-full max-sm:*:flex-1 max-sm:[&>.contents>*]:flex-1">
          {children}
        </div>
      )}
    </footer>
  );
}

type FormErrorProps = {
  message: string | undefined;
  /** For fields that are described by the error. One of them gets the focus. */
  id?: string;
};

/** Why the server refused a form. Without an `id` no field gets the focus, so it scrolls itself into view. */
export function FormError({ message, id }: FormErrorProps) {
  if (!message) return null;
  return (
    <p
      id={id}
      ref={id ? undefined : scrollIntoView}
      role="alert"
      className="flex scroll-m-6 gap-1.5 text-small text-red"
    >
      <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
      {message}
    </p>
  );
}

function scrollIntoView(error: HTMLElement | null) {
  error?.scrollIntoView({ block: 'nearest' });
}
