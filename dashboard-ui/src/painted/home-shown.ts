import type { Home } from '../api/asked-early';
import type { Schema } from '../api/types';

type Storefront = Schema<'Storefront'>;

/** What Home is painted of: all that an owner's shows at once. */
export type HomeShown = {
  isWide: boolean;
  brand: string;
  user: Pick<Schema<'Me'>, 'username' | 'admin'>;
  counts: Schema<'DashboardData'>;
  storefronts: Storefront[];
  /** By storefront. */
  stock: (Schema<'StockLevel'>[] | undefined)[];
  waiting: number;
};

/** Nothing for who helps in somebody else's shop, and where something is missing: then the script draws it. */
export function homeShown(
  { helping, user, counts, rest }: Home,
  at: Pick<HomeShown, 'isWide' | 'brand'>,
): HomeShown | undefined {
  const storefronts = rest['/api/storefronts'] as Storefront[] | undefined;
  const orders = rest['/api/dashboard/orders?size=1'] as Schema<'OrderList'> | undefined;
  if (!helping || helping.role !== null || !storefronts || !orders) return undefined;
  const stock = storefronts.map(
    ({ guildId }) => rest[['/api/storefronts', guildId, 'stock'].join('/')] as HomeShown['stock'][number],
  );
  return { ...at, user, counts, storefronts, stock, waiting: orders.waiting };
}
