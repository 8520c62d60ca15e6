import type { Shop } from '../types';
import { ShopMark } from './shop-mark';

/** Whose shop this is; nothing where the page came without saying. */
export function ShopSign({ shop }: { shop: Shop | null }) {
  if (shop === null) return null;
  return (
    <p className="shop-sign">
      <ShopMark shop={shop} className="shop-initial" />
      <span className="shop-name" dir="auto">
        {shop.name}
      </span>
    </p>
  );
}
