import type { Schema } from '../../api/types';

type Shop = Pick<Schema<'Storefront'>, 'guildId' | 'name' | 'lowStockThreshold'>;
type Level = Schema<'StockLevel'>;
type Counts = Pick<Level, 'available' | 'reserved' | 'delivered' | 'failed'>;

/**
 * The stock levels that have fallen to the seller's threshold, as far as levels are known. Empty stock is always
 * included.
 */
export function lowLevels(shops: readonly Shop[], stock: readonly (readonly Level[] | undefined)[]) {
  return shops.flatMap(({ guildId, name, lowStockThreshold }, index) =>
    (stock[index] ?? [])
      .filter((level) => wasStocked(level) && level.available <= lowStockThreshold)
      .map((level) => ({ guildId, shop: name, ...level })),
  );
}

/** Whether there are tokens, or ever were. */
export const wasStocked = ({ available, reserved, delivered, failed }: Counts) =>
  available + reserved + delivered + failed > 0;
