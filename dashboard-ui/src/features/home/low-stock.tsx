import { useQueries, useQuery } from '@tanstack/react-query';
import { PackageMinus } from 'lucide-react';
import { formatCount } from '../../shared/format/number';
import { stockName } from '../../shared/format/words';
import { Link } from '../../ui/link';
import { paths } from '../../paths';
import { insightsQuery } from '../insights/queries';
import { lasting } from '../insights/summary';
import { storefrontsQuery } from '../storefront/queries';
import { stockQuery } from '../stock/queries';
import { lowLevels } from './low-levels';

/** The stock that has fallen to the seller's threshold; `isKnown` once all stock has been asked for. */
export function useLowStock() {
  const { data: storefronts = [], isFetched } = useQuery(storefrontsQuery);
  const stock = useQueries({ queries: storefronts.map(({ guildId }) => stockQuery(guildId)) });
  const low = lowLevels(
    storefronts,
    stock.map(({ data }) => data),
  );
  return { storefronts, low, isKnown: isFetched && stock.every(({ isFetched }) => isFetched) };
}

/** Empty while there is enough. */
export function LowStock() {
  const { storefronts, low } = useLowStock();
  const { data: insights } = useQuery({ ...insightsQuery(7, ''), enabled: low.length > 0 });
  if (low.length === 0) return null;

  /** How long the stock lasts at the pace of the last days. Empty if nothing is sold, or nothing is left. */
  function lasts(guildId: string, stock: string): string {
    const found = insights?.stocks.find((level) => level.guildId === guildId && level.stock === stock);
    return found?.daysLeft ? `, enough for ${lasting(found.daysLeft)}` : '';
  }

  return (
    <section aria-label="Low stock" className="card flex gap-3 px-5 py-4 max-sm:px-4">
      <span className="tint grid size-9 shrink-0 place-items-center rounded-control text-amber">
        <PackageMinus aria-hidden size={18} strokeWidth={1.75} />
      </span>
      <div className="min-w-0">
        <h2 className="font-semibold">Low stock</h2>
        <ul className="mt-1 flex flex-col gap-1 text-small text-fg2">
          {low.map(({ guildId, shop, stock, available }) => (
            <li key={`${guildId} ${stock}`} className="wrap-anywhere">
              {/* On phones a line of its own, so that what comes late fits into the next one. */}
              <span className="max-sm:block">
                <Link
                  to={`${paths.stock}?guild=${guildId}`}
                  className="rounded-badge font-medium text-pink-text hover:underline"
                >
                  {stockName(stock)}
                </Link>
                {storefronts.length > 1 && (
                  <>
                    {' in '}
                    <bdi>{shop}</bdi>
                  </>
                )}
                {': '}
              </span>
              {`${available === 0 ? 'none' : formatCount(available, 'token')} left`}
              {lasts(guildId, stock)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
