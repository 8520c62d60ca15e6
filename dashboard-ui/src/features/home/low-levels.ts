import type { Schema } from '../../api/types';

type Shop = Pick<Schema<'Storefront'>, 'guildId' | 'name' | 'lowStockThreshold'>;
type Level = Schema<'StockLevel'>;
type Counts = Pick<Level, 'available' | 'reserved' | 'delivered' | 'failed'>;

/** Of storefronts' stock, as far as it is known, what has fallen to where its seller wants to hear of it: of an empty one always. */
export function lowLevels(shops: readonly Shop[], stock: readonly (readonly Level[] | undefined)[]) {
  return shops.flatMap(({ guildId, name, lowStockThreshold }, index) =>
    (stock[index] ?? [])
      .filter((level) => wasStocked(level) && level.available <= lowStockThreshold)
      .map((level) => ({ guildId, shop: name, ...level })),
  );
}

/** Whether there are or were tokens. */
export const wasStocked = ({ available, reserved, delivered, failed }: Counts) =>
  available + reserved + delivered + failed > 0;
