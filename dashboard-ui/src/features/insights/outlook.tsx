import { useQuery } from '@tanstack/react-query';
import { Package } from 'lucide-react';
import { useId, useState } from 'react';
import { formatCount, formatNumber } from '../../shared/format/number';
import { stockName } from '../../shared/format/words';
import { Empty } from '../../ui/empty';
import { storefrontsQuery } from '../storefront/queries';
import type { Insights } from './queries';
import { areSeveral, byUrgency, isIdle, lasting } from './summary';

/** More rows without sales and stock than this are shown only on demand. A new shop's own are fewer. */
const fewIdle = 4;

/** How long each stock will last: the shortest first. */
export function Outlook({ data }: { data: Insights }) {
  const { data: storefronts } = useQuery(storefrontsQuery);
  const listId = useId();
  const [open, setOpen] = useState(false);
  const nameOf = (guildId: string) => storefronts?.find((one) => one.guildId === guildId)?.name ?? guildId;
  const idle = data.stocks.filter(isIdle).length;
  const isLong = idle > fewIdle;
  const shown = byUrgency(data.stocks).filter((stock) => open || !isLong || !isIdle(stock));
  return (
    <section aria-labelledby="outlook" className="card overflow-hidden">
      <header className="px-5 py-4 max-sm:px-4">
        <h2 id="outlook" className="text-heading">
          How long stock will last
        </h2>
        <p className="text-small text-fg2">At the pace of the last 7 days.</p>
      </header>
      {data.stocks.length === 0 ? (
        <Empty icon={Package} title="No storefront yet" text="Stock belongs to a storefront." />
      ) : (
        shown.length > 0 && (
          <ul id={listId} className="divide-y divide-line border-t border-line">
            {shown.map((stock) => (
              <OutlookRow
                key={`${stock.guildId} ${stock.stock}`}
                outlook={stock}
                shop={areSeveral(data) && nameOf(stock.guildId)}
              />
            ))}
          </ul>
        )
      )}
      {isLong && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
          className="hover-fast min-h-11 w-full border-t border-line px-5 text-left text-small font-medium text-pink-text -outline-offset-2 hover:bg-s2 max-sm:px-4 print:hidden"
        >
          {`${open ? 'Hide' : 'Show'} ${formatNumber(idle)} without sales and stock`}
        </button>
      )}
    </section>
  );
}

type OutlookRowProps = {
  outlook: Insights['stocks'][number];
  shop: string | false;
};

function OutlookRow({ outlook: { stock, available, daysLeft }, shop }: OutlookRowProps) {
  return (
    <li className="flex items-center justify-between gap-4 px-5 py-3 max-sm:px-4 cramped:block cramped:*:text-left">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{stockName(stock)}</span>
        {shop && <span className="block text-small text-fg3">{shop}</span>}
      </span>
      <span className="shrink-0 text-right tabular-nums">
        {daysLeft === null ? (
          <span className="text-fg3">no sales</span>
        ) : (
          <span className={daysLeft < 3 ? 'font-medium text-amber' : 'font-medium'}>{lasting(daysLeft)}</span>
        )}
        <span className="block text-small text-fg3">{formatCount(available, 'token')} available</span>
      </span>
    </li>
  );
}
