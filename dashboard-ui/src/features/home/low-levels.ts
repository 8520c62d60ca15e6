import type { Schema } from '../../api/types';

type Shop = Pick<Schema<'Storefront'>, 'guildId' | 'name' | 'lowStockThreshold'>;
type Level = Schema<'StockLevel'>;

/** Of storefronts' stock, as far as it is known, what has fallen to where its seller wants to hear of it. */
export function lowLevels(shops: readonly Shop[], stock: readonly (readonly Level[] | undefined)[]) {
  return shops.flatMap(({ guildId, name, lowStockThreshold }, index) =>
    (stock[index] ?? [])
      .filter(({ available, delivered, reserved }) => {
        const wasThere = available + delivered + reserved > 0;
        return wasThere && lowStockThreshold > 0 && available <= lowStockThreshold;
      })
      .map((level) => ({ guildId, shop: name, ...level })),
  );
}
