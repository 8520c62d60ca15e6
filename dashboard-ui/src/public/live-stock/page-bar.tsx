import { useAccent } from '../use-accent';
import { redeemPage } from '../paths';
import type { LiveStock, Shop } from '../types';
import { ShopMark } from '../ui/shop-mark';

type PageBarProps = { guildId: string; shop: Shop | null; stock: LiveStock };

/**
 * The bar above a seller's own page under the product's address, outside of its frame: it says whose page that is,
 * which the page itself could lie about.
 */
export function PageBar({ guildId, shop, stock }: PageBarProps) {
  useAccent(stock.embedColor);
  return (
    <header className="page-bar">
      {shop && <ShopMark shop={shop} className="shop-initial" />}
      <p>
        {shop && (
          <b title={shop.name} dir="auto">
            {shop.name}
          </b>
        )}{' '}
        <span>Made by the seller.</span>
      </p>
      <a href={redeemPage(guildId)}>Redeem a key</a>
    </header>
  );
}
