import { PackageMinus } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../../api/types';
import { formatNumber } from '../../shared/format/number';
import { stockName } from '../../shared/format/words';
import { boostsPerToken } from '../../shared/order-outcome';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CardFooter } from '../../ui/section';
import { useRights } from '../members/use-rights';
import { ExportDialog } from './export-dialog';
import type { Taken } from './taken-dialog';

type StockCardProps = {
  guildId: string;
  level: Schema<'StockLevel'>;
  lowThreshold: number;
  onTaken: (taken: Taken) => void;
};

/** One stock type: what is available, and the outcome of the rest. */
export function StockCard({ guildId, level, lowThreshold, onTaken }: StockCardProps) {
  const { owns } = useRights();
  const [exporting, setExporting] = useState(false);
  const { stock, available, reserved, delivered, failed } = level;
  return (
    <section aria-label={stockName(stock)} className="card flex flex-col">
      <div className="flex flex-1 flex-col gap-4 px-5 py-4.5 max-sm:px-4">
        <header className="flex min-h-6 items-center justify-between gap-3">
          <h2 className="text-heading">{stockName(stock)}</h2>
          {available === 0 ? (
            <Badge status="out of stock" />
          ) : (
            available <= lowThreshold && <Badge status="low stock" />
          )}
        </header>
        <dl className="flex flex-wrap items-end gap-x-5 gap-y-3 max-sm:gap-y-4">
          <div className="flex flex-1 flex-col-reverse max-sm:basis-full">
            <dt className="text-small text-fg2">Available</dt>
            <dd className="text-figure tabular-nums">{formatNumber(available)}</dd>
          </div>
          <Rest label="Reserved" value={reserved} />
          <Rest label="Delivered" value={delivered} />
          <Rest label="Failed" value={failed} />
        </dl>
      </div>
      <CardFooter fact={`${formatNumber(available * boostsPerToken)} boosts for sale`}>
        {owns && (
          <Button
            size="sm"
            disabled={available === 0}
            icon={<PackageMinus aria-hidden size={16} strokeWidth={1.75} />}
            onClick={() => setExporting(true)}
          >
            Export
          </Button>
        )}
      </CardFooter>
      {exporting && (
        <ExportDialog
          guildId={guildId}
          stock={stock}
          available={available}
          onTaken={onTaken}
          onClosed={() => setExporting(false)}
        />
      )}
    </section>
  );
}

function Rest({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex flex-1 flex-col-reverse">
      <dt className="text-small text-fg2">{label}</dt>
      <dd className="text-heading/8 tabular-nums">{formatNumber(value)}</dd>
    </div>
  );
}
