import { useState } from 'react';
import { useFrame } from '../../frame/use-frame';
import { logFailure } from '../load-failure';
import { liveStockFrame } from '../paths';
import type { LiveStock, Shop } from '../types';
import { LivePageSkeleton } from './live-page-skeleton';

type LivePageProps = {
  guildId: string;
  shop: Shop | null;
  stock: LiveStock;
  updatedAt: number;
  onFailed: () => void;
};

/** The seller's own page over the whole window, apart from this one. */
export function LivePage({ guildId, shop, stock, updatedAt, onFailed }: LivePageProps) {
  const [ready, setReady] = useState(false);
  const frame = useFrame({
    stock,
    shop,
    updatedAt,
    onReady: () => setReady(true),
    onFailed({ message, line }) {
      logFailure(`The seller's page is not shown: ${message}${line === null ? '' : ` (line ${line})`}`);
      onFailed();
    },
  });

  return (
    <>
      {!ready && <LivePageSkeleton shop={shop} stock={stock} />}
      {/* It is asked for once somebody listens to it. */}
      {!import.meta.env.SSR && (
        <iframe
          ref={frame}
          src={liveStockFrame(guildId)}
          title="Live Stock"
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          className="live-page"
          data-ready={ready}
        />
      )}
    </>
  );
}
