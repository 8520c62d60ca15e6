import { ChevronRight, Gem, type LucideIcon, Rocket } from 'lucide-react';
import { useId } from 'react';
import { Figure } from '../live-stock/figure';
import { formatNumber } from '../../shared/format/number';
import { stockNotRefreshed } from '../load-failure';
import { liveStockPage } from '../paths';
import type { LiveStock } from '../types';

type FrontStockProps = {
  guildId: string;
  stock: LiveStock;
  /** Whether the counts could not be refreshed. */
  stale: boolean;
};

export function FrontStock({ guildId, stock, stale }: FrontStockProps) {
  const id = useId();
  const rows = [
    { title: '1 Month Stock', tokens: stock.oneMonthNitroTokens, boosts: stock.oneMonthServerBoosts },
    { title: '3 Month Stock', tokens: stock.threeMonthNitroTokens, boosts: stock.threeMonthServerBoosts },
  ];
  const digits = Math.max(...rows.flatMap(({ tokens, boosts }) => [tokens, boosts].map(length)));
  return (
    <section className="card front-stock" aria-labelledby={id}>
      <h2 id={id}>
        <a href={liveStockPage(guildId)}>
          Live Stock
          <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" />
        </a>
      </h2>
      <p className="off-screen" role="status">
        {stale && stockNotRefreshed}
      </p>
      <div className="front-rows" data-figures={digits > 7 ? 'small' : 'large'}>
        {rows.map((row) => (
          <StockRow key={row.title} {...row} />
        ))}
      </div>
    </section>
  );
}

function StockRow({ title, tokens, boosts }: { title: string; tokens: number; boosts: number }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <dl>
        <Count icon={Gem} text="Premium tokens" value={tokens} />
        <Count icon={Rocket} text="Server boosts" value={boosts} />
      </dl>
    </section>
  );
}

function Count({ icon: Icon, text, value }: { icon: LucideIcon; text: string; value: number }) {
  return (
    <div>
      <dt>
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
        {text}
      </dt>
      <dd>
        <Figure value={value} />
      </dd>
    </div>
  );
}

function length(count: number): number {
  return formatNumber(count).length;
}
