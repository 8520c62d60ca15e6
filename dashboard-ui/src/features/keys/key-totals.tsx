import type { Schema } from '../../api/types';
import { formatNumber } from '../../shared/format/number';
import { RetryLink } from '../../ui/retry-link';
import { Skeleton } from '../../ui/skeleton';

const totals = [
  { of: 'unused', label: 'Unused' },
  { of: 'redeemed', label: 'Redeemed' },
  { of: 'revoked', label: 'Revoked' },
] as const;

type KeyTotalsProps = {
  counts: Schema<'KeyCounts'> | undefined;
  /** Set when they could not be loaded. */
  failed?: { retry: () => void; busy: boolean };
};

/** How many keys the storefront has, regardless of the filter below. */
export function KeyTotals({ counts, failed }: KeyTotalsProps) {
  return (
    <section aria-label="Totals" aria-busy={!counts && !failed} className="card">
      <dl className="grid grid-cols-3 divide-x divide-line">
        {totals.map(({ of, label }) => (
          <div key={of} className="flex flex-col gap-0.5 px-5 py-3.5 max-sm:px-4 max-sm:py-3">
            <dt className="text-small text-fg2">{label}</dt>
            <dd className={`text-title tabular-nums ${of === 'revoked' ? 'text-fg3' : ''}`}>
              {counts ? (
                formatNumber(counts[of])
              ) : failed ? (
                <span className="flex items-baseline gap-3">
                  –
                  <RetryLink {...failed} />
                </span>
              ) : (
                <Skeleton className="my-1.5 h-5 w-14" />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
