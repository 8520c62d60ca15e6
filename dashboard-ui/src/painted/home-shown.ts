import type { Home } from '../api/asked-early';
import type { Schema } from '../api/types';

type Storefront = Schema<'Storefront'>;
type Levels = Schema<'StockLevel'>[];

const isWhole = (stock: (Levels | undefined)[]): stock is Levels[] => !stock.includes(undefined);

/** What Home is painted of: all that an owner's shows at once. */
export type HomeShown = {
  isWide: boolean;
  brand: string;
  user: Pick<Schema<'Me'>, 'username' | 'admin'>;
  counts: Schema<'DashboardData'>;
  storefronts: Storefront[];
  /** By storefront. */
  stock: Levels[];
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
    // Not sent for, but looked up: what is there is named by whole addresses.
    ({ guildId }) => rest[['/api/storefronts', guildId, 'stock'].join('/')] as Levels | undefined,
  );
  if (!isWhole(stock)) return undefined;
  return { ...at, user, counts, storefronts, stock, waiting: orders.waiting };
}
