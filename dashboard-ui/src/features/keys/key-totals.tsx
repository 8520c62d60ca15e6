import type { Schema } from '../../api/types';
import { formatNumber } from '../../shared/format/number';
import { Skeleton } from '../../ui/skeleton';

const totals = [
  { of: 'unused', label: 'Unused' },
  { of: 'redeemed', label: 'Redeemed' },
  { of: 'revoked', label: 'Revoked' },
] as const;

type KeyTotalsProps = { counts: Schema<'KeyCounts'> | 'loading' | 'failed' };

/** How many keys the storefront has, regardless of the filter below. They come with the list, which offers the retry. */
export function KeyTotals({ counts }: KeyTotalsProps) {
  return (
    <section aria-label="Totals" aria-busy={counts === 'loading'} className="card">
      <dl className="flex flex-wrap divide-x divide-line">
        {totals.map(({ of, label }) => (
          <div key={of} className="flex flex-1 flex-col gap-0.5 px-5 py-3.5 max-sm:px-4 max-sm:py-3">
            <dt className="text-small text-fg2">{label}</dt>
            <dd className={`text-title tabular-nums ${of === 'revoked' ? 'text-fg3' : ''}`}>
              {counts === 'loading' ? (
                <Skeleton className="my-1.5 h-5 w-14" />
              ) : counts === 'failed' ? (
                '–'
              ) : (
                formatNumber(counts[of])
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
