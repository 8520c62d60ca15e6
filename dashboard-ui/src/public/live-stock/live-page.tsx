import { useState, useSyncExternalStore } from 'react';
import { useFrame } from '../../frame/use-frame';
import { logFailure } from '../load-failure';
import { liveStockFrame } from '../paths';
import type { LiveStock, Shop } from '../types';
import { LivePageSkeleton } from './live-page-skeleton';
import { PageBar } from './page-bar';

type LivePageProps = {
  guildId: string;
  shop: Shop | null;
  stock: LiveStock;
  updatedAt: number;
  /** Whether the page is below a bar, as it is under the product's own address. */
  underBar: boolean;
  onFailed: () => void;
};

const never = () => () => undefined;

/** The seller's own page in a frame, over the whole window or below the bar. */
export function LivePage(page: LivePageProps) {
  const { guildId, shop, stock, underBar } = page;
  const [ready, setReady] = useState(false);
  // False on the server and during hydration: the frame must not load before this page listens to it.
  const alive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

  return (
    <>
      {!ready && <LivePageSkeleton shop={shop} stock={stock} />}
      {alive && underBar && <PageBar guildId={guildId} shop={shop} stock={stock} />}
      {alive && <SellersFrame {...page} ready={ready} onReady={() => setReady(true)} />}
    </>
  );
}

type SellersFrameProps = LivePageProps & { ready: boolean; onReady: () => void };

function SellersFrame({
  guildId,
  shop,
  stock,
  updatedAt,
  underBar,
  ready,
  onReady,
  onFailed,
}: SellersFrameProps) {
  const frame = useFrame({
    stock,
    shop,
    updatedAt,
    underBar,
    onReady,
    onFailed({ message, line }) {
      logFailure(`The seller's page is not shown: ${message}${line === null ? '' : ` (line ${line})`}`);
      onFailed();
    },
  });

  return (
    <iframe
      ref={frame}
      src={liveStockFrame(guildId)}
      title="Live Stock"
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      className="live-page"
      data-ready={ready}
    />
  );
}
