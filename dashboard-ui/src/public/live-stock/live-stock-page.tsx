import { Activity, MessageCircle, Store } from 'lucide-react';
import { useState } from 'react';
import { sellerLink } from '../external-link';
import { type LoadFailures, loadFailureText, shopClosed, useLoggedFailure } from '../load-failure';
import { formatNumber } from '../../shared/format/number';
import type { First } from '../place';
import type { LiveStock, Shop } from '../types';
import { ErrorScreen } from '../ui/error-screen';
import { Ground } from '../ui/ground';
import { LinkButton } from '../ui/link-button';
import { LoadingScreen } from '../ui/loading-screen';
import { PageTitle } from '../ui/page-title';
import { ShopSign } from '../ui/shop-sign';
import { useAccent } from '../use-accent';
import { usePageData } from '../use-page-data';
import { LivePage } from './live-page';
import { RefreshRing } from './refresh-ring';
import { StockCard } from './stock-card';
import { UpdatedAgo } from './updated-ago';
import './live-stock.css';
import './page-bar.css';

const failures: LoadFailures = {
  missing: 'Live stock data not found for this Guild ID.',
  refused: 'An error occurred while fetching the live stock data.',
};

const pollMs = 10_000;

type LiveStockPageProps = {
  guildId: string;
  shop?: Shop | null;
  first: First<LiveStock>;
  /** Whether the seller has a live page. It is shown as long as it works. */
  hasLivePage: boolean;
  /** Whether this is the seller's own domain, where no bar needs to say whose page it is. */
  plainPaths?: boolean;
};

export function LiveStockPage({
  guildId,
  shop = null,
  first,
  hasLivePage,
  plainPaths = false,
}: LiveStockPageProps) {
  const [broken, setBroken] = useState(false);
  const { page, round } = usePageData('/api/fetch/{guildId}/live-stock', { guildId }, first, {
    everyMs: pollMs,
  });
  useLoggedFailure(page.status === 'failed' ? loadFailureText(failures, page.httpStatus) : null);

  if (page.status === 'loading') return <LoadingScreen text="Loading live stock..." />;
  if (page.status === 'failed') {
    const text = page.httpStatus === 410 ? shopClosed : failures.missing;
    return <ErrorScreen text={text} requestId={page.requestId} />;
  }
  // Counts of unknown age are shown by the built-in page, which can say so.
  const isOfThen = page.since === null && page.stale;
  if (hasLivePage && !broken && !isOfThen) {
    return (
      <LivePage
        guildId={guildId}
        shop={shop}
        stock={page.data}
        updatedAt={page.since ?? performance.timeOrigin}
        underBar={!plainPaths}
        onFailed={() => setBroken(true)}
      />
    );
  }
  return <Stock shop={shop} stock={page.data} since={page.since} stale={page.stale} round={round} />;
}

type StockProps = {
  shop: Shop | null;
  stock: LiveStock;
  since: number | null;
  stale: boolean;
  round: number;
};

function Stock({ shop, stock, since, stale, round }: StockProps) {
  useAccent(stock.embedColor);
  const counts = [
    stock.oneMonthNitroTokens,
    stock.oneMonthServerBoosts,
    stock.threeMonthNitroTokens,
    stock.threeMonthServerBoosts,
  ];
  // All four counts have the same size, that of the longest.
  const digits = Math.max(...counts.map((count) => formatNumber(count).length));

  return (
    <>
      <Ground />
      <main className="screen live-stock">
        <ShopSign shop={shop} />
        <PageTitle icon={Activity} text="Live Stock" ring={<RefreshRing key={round} stale={stale} />} />
        <UpdatedAgo at={since} stale={stale} />
        <div className="stock-cards" data-figures={digits > 7 ? 'small' : digits > 5 ? 'medium' : 'large'}>
          <StockCard
            title="1 Month Stock"
            tokens={stock.oneMonthNitroTokens}
            boosts={stock.oneMonthServerBoosts}
          />
          <StockCard
            title="3 Month Stock"
            tokens={stock.threeMonthNitroTokens}
            boosts={stock.threeMonthServerBoosts}
          />
        </div>
        <StockLinks storeLink={stock.storeLink} discordLink={stock.discordLink} />
        {stock.embedFooter && (
          <footer className="page-footer" dir="auto">
            {stock.embedFooter}
          </footer>
        )}
      </main>
    </>
  );
}

function StockLinks({ storeLink, discordLink }: Pick<LiveStock, 'storeLink' | 'discordLink'>) {
  const store = sellerLink(storeLink);
  const community = sellerLink(discordLink);
  if (!store && !community) return null;
  return (
    <nav className="stock-links" aria-label="Links">
      {store && <LinkButton href={store} icon={Store} text="Visit Store" tone="accent" />}
      {community && (
        <LinkButton
          href={community}
          icon={MessageCircle}
          text="Community"
          tone={store ? 'secondary' : 'accent'}
        />
      )}
    </nav>
  );
}
