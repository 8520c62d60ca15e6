import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/types';
import { formatCount } from '../../shared/format/number';
import { Failed } from '../../ui/empty';
import { Page } from '../../ui/page';
import { SectionSkeleton } from '../../ui/section-skeleton';
import { Skeleton } from '../../ui/skeleton';
import { useQueue } from '../../ui/use-queue';
import { useRights } from '../members/use-rights';
import { StorefrontGate } from '../storefront/storefront-gate';
import { AddStock } from './add-stock';
import { stockQuery } from './queries';
import { RecentExports } from './recent-exports';
import { StockCard } from './stock-card';
import { TakenDialog, type Taken } from './taken-dialog';

const levelsGrid = 'grid grid-cols-2 gap-4 max-md:grid-cols-1';

export function StockPage() {
  const { manages, owns } = useRights();
  const taken = useQueue<Taken>(
    ({ tokens }) => `${formatCount(tokens.length, 'token')} taken out, see Recent exports`,
  );
  return (
    <Page title="Stock">
      <StorefrontGate
        emptyText="Tokens are kept for a storefront, and its customers see how many there are."
        skeleton={
          <>
            <LevelsSkeleton />
            <SectionSkeleton height="h-100" />
          </>
        }
      >
        {(storefront) => (
          <>
            <StockLevels storefront={storefront} onTaken={taken.add} />
            {manages && <AddStock guildId={storefront.guildId} />}
            {owns && <RecentExports guildId={storefront.guildId} />}
          </>
        )}
      </StorefrontGate>
      {/* Outside of the gate: tokens that were taken out have to be shown even if the storefront is deleted. */}
      {taken.first && <TakenDialog key={taken.first.tokens[0]} {...taken.first} onClosed={taken.dropFirst} />}
    </Page>
  );
}

type StockLevelsProps = { storefront: Schema<'Storefront'>; onTaken: (taken: Taken) => void };

function StockLevels({ storefront, onTaken }: StockLevelsProps) {
  const { data: levels, isError, error, refetch, isFetching } = useQuery(stockQuery(storefront.guildId));
  if (isError && !levels) {
    return (
      <div className="card">
        <Failed title="Your stock could not be loaded" error={error} onRetry={refetch} busy={isFetching} />
      </div>
    );
  }
  if (!levels) return <LevelsSkeleton />;
  return (
    <div className={levelsGrid}>
      {levels.map((level) => (
        <StockCard
          key={level.stock}
          guildId={storefront.guildId}
          level={level}
          lowThreshold={storefront.lowStockThreshold}
          onTaken={onTaken}
        />
      ))}
    </div>
  );
}

/** As high as the cards with an export button. */
function LevelsSkeleton() {
  const card = 'h-46.25 rounded-card! max-sm:h-73.25';
  return (
    <div aria-busy="true" className={levelsGrid}>
      <Skeleton className={card} />
      <Skeleton className={card} />
    </div>
  );
}
