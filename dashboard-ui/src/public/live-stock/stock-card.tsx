import { Gem, Rocket } from 'lucide-react';
import { useId } from 'react';
import { Figure } from './figure';

type StockCardProps = { title: string; tokens: number; boosts: number };

export function StockCard({ title, tokens, boosts }: StockCardProps) {
  const id = useId();
  return (
    <section className="card stock-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl>
        <div>
          <dt>
            <Gem size={16} strokeWidth={1.75} aria-hidden="true" />
            Premium tokens
          </dt>
          <dd>
            <Figure value={tokens} />
          </dd>
        </div>
        <div>
          <dt>
            <Rocket size={16} strokeWidth={1.75} aria-hidden="true" />
            Server boosts
          </dt>
          <dd>
            <Figure value={boosts} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
