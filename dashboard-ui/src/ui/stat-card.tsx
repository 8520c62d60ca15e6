import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { RetryLink } from './retry-link';
import { Skeleton } from './skeleton';

/** A number that may not be loaded yet. An unknown number is never shown as 0. */
export type Figure =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void; busy: boolean }
  | { status: 'ready'; text: string };

type StatCardProps = {
  label: string;
  icon: LucideIcon;
  figure: Figure;
  subtitle?: string;
  /** Adds a glow, for at most one card per screen. */
  hot?: boolean;
  /** Four cards on a phone leave no room for icons. */
  iconOnPhone?: boolean;
  className?: string;
};

export function StatCard({
  label,
  icon: Icon,
  figure,
  subtitle,
  hot,
  iconOnPhone,
  className = '',
}: StatCardProps) {
  return (
    <section
      aria-label={label}
      aria-busy={figure.status === 'loading' || undefined}
      className={`card flex flex-col gap-3.5 px-[18px] py-4 max-sm:gap-1.5 max-sm:px-3.5 ${hot ? 'card-hot' : ''} ${className}`}
    >
      <header className="flex items-center justify-between gap-2">
        <h2 className="text-small font-medium text-fg2 max-sm:text-label-phone">{label}</h2>
        <Icon
          aria-hidden
          size={18}
          strokeWidth={1.75}
          className={`shrink-0 cramped:hidden ${hot ? 'text-pink-text' : 'text-fg3'} ${iconOnPhone ? '' : 'max-sm:hidden'}`}
        />
      </header>
      <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-3 max-sm:mt-0 max-sm:flex-col max-sm:gap-0">
        <FigureText figure={figure} />
        {subtitle && <p className="text-small text-fg3 max-sm:text-label-phone">{subtitle}</p>}
      </div>
    </section>
  );
}

function FigureText({ figure }: { figure: Figure }): ReactNode {
  const size = 'text-figure tabular-nums max-sm:text-figure-phone';
  switch (figure.status) {
    case 'loading':
      return (
        <span className={`flex items-center ${size}`}>
          <Skeleton className="h-7 w-20" />
          &#8203;
        </span>
      );
    case 'failed':
      return (
        <p className={`flex items-baseline gap-3 ${size}`}>
          –
          <RetryLink retry={figure.retry} busy={figure.busy} />
        </p>
      );
    case 'ready':
      return <p className={`min-w-0 wrap-anywhere ${size} ${smaller(figure.text)}`}>{figure.text}</p>;
  }
}

/** Keeps a large figure within its card, without changing the card's height. */
function smaller(text: string): string {
  const digits = text.replace(/\D/g, '').length;
  if (digits > 9) return 'text-figure-longer! max-sm:text-figure-longest!';
  return digits > 7 ? 'text-figure-long! max-sm:text-figure-longer!' : '';
}
