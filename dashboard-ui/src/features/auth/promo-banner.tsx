import { ArrowRight, BadgePercent } from 'lucide-react';
import { Fragment } from 'react';
import type { Schema } from '../../api/types';
import { useCopy } from '../../ui/use-copy';

/** An advertisement on the login page. `**words**` in its text are bold. */
export function PromoBanner({ promo }: { promo: Schema<'Promo'> }) {
  const { copy } = useCopy();
  return (
    <aside
      aria-label="Promotion"
      className="relative z-10 border-b border-[color-mix(in_srgb,var(--pink)_26%,transparent)] bg-[color-mix(in_srgb,var(--pink)_12%,var(--bg))]"
    >
      <div className="mx-auto flex min-h-11 max-w-[1184px] items-center justify-center gap-3 px-4 py-2 text-small max-sm:justify-start">
        <BadgePercent
          aria-hidden
          size={18}
          strokeWidth={1.75}
          className="shrink-0 text-pink-text max-sm:self-start"
        />
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 max-sm:flex-1 max-sm:justify-between">
          <p className="max-sm:w-full">
            <BoldParts text={promo.text} />
          </p>
          {promo.code && (
            <button
              type="button"
              title="Copy the code"
              onClick={() => copy(promo.code)}
              className="hit-44 hover-fast rounded-badge border border-dashed border-[color-mix(in_srgb,var(--pink-text)_55%,transparent)] bg-bg px-2 font-mono text-[0.78125rem]/5.5 font-semibold text-pink-text hover:border-pink-text"
            >
              {promo.code}
            </button>
          )}
          {promo.url && (
            <a
              href={promo.url}
              target="_blank"
              rel="noopener noreferrer"
              className="hit-44 inline-flex items-center gap-1 rounded-badge font-semibold text-pink-text hover:underline"
            >
              Get it
              <ArrowRight aria-hidden size={14} />
            </a>
          )}
        </div>
      </div>
    </aside>
  );
}

function BoldParts({ text }: { text: string }) {
  return text
    .split('**')
    .map((part, index) => (
      <Fragment key={index}>{index % 2 ? <strong className="font-semibold">{part}</strong> : part}</Fragment>
    ));
}
