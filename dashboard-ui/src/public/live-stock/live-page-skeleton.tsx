import { Activity } from 'lucide-react';
import type { LiveStock, Shop } from '../types';
import { Ground } from '../ui/ground';
import { PageTitle } from '../ui/page-title';
import { ShopSign } from '../ui/shop-sign';
import { useAccent } from '../use-accent';

/** Shown in the seller's colour while their own page is loading. */
export function LivePageSkeleton({ shop, stock }: { shop: Shop | null; stock: LiveStock }) {
  useAccent(stock.embedColor);
  return (
    <>
      <Ground />
      <main className="screen live-stock" aria-busy="true">
        <ShopSign shop={shop} />
        <PageTitle icon={Activity} text="Live Stock" />
        <p className="off-screen" role="status">
          Loading live stock...
        </p>
        <div className="stock-cards" aria-hidden="true">
          <div className="stock-skeleton" />
          <div className="stock-skeleton" />
        </div>
      </main>
    </>
  );
}
