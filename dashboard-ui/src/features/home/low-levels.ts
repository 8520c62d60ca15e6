import type { Schema } from '../../api/types';
import { wasStocked } from './steps';

type Shop = Pick<Schema<'Storefront'>, 'guildId' | 'name' | 'lowStockThreshold'>;
type Level = Schema<'StockLevel'>;

/** Of storefronts' stock, as far as it is known, what has fallen to where its seller wants to hear of it: of an empty one always. */
export function lowLevels(shops: readonly Shop[], stock: readonly (readonly Level[] | undefined)[]) {
  return shops.flatMap(({ guildId, name, lowStockThreshold }, index) =>
    (stock[index] ?? [])
      .filter((level) => wasStocked(level) && level.available <= lowStockThreshold)
      .map((level) => ({ guildId, shop: name, ...level })),
  );
}
