import type { Shop } from '../types';
import { ShopMark } from './shop-mark';

/** The shop's name and logo; empty if the page came without them. */
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
