import type { Home } from '../api/asked-early';
import type { Schema } from '../api/types';

type Storefront = Schema<'Storefront'>;
type Levels = Schema<'StockLevel'>[];

const areKnown = (stock: (Levels | undefined)[]): stock is Levels[] => !stock.includes(undefined);

/** The data that Home is painted with: what an owner's Home shows first. */
export type HomeShown = {
  isWide: boolean;
  brand: string;
  user: Pick<Schema<'Me'>, 'username' | 'admin'>;
  counts: Schema<'DashboardData'>;
  storefronts: Storefront[];
  /** One entry per storefront. */
  stock: Levels[];
  waiting: number;
  /** Whether all notices are known, so that what is below them can be painted, too: the others come with the script. */
  isWhole: boolean;
};

/** Undefined for helpers and if data is missing: then the script draws Home. */
export function homeShown(
  { helping, user, counts, rest }: Home,
  at: Pick<HomeShown, 'isWide' | 'brand'>,
): HomeShown | undefined {
  const storefronts = rest['/api/storefronts'] as Storefront[] | undefined;
  const orders = rest['/api/dashboard/orders?size=1'] as Schema<'OrderList'> | undefined;
  if (!helping || helping.role !== null || !storefronts || !orders) return undefined;
  const stock = storefronts.map(
    // Not an API call: the answers are keyed by whole paths.
    ({ guildId }) => rest[['/api/storefronts', guildId, 'stock'].join('/')] as Levels | undefined,
  );
  if (!areKnown(stock)) return undefined;
  const calls = rest['/api/dashboard/refused-calls'] as Schema<'OpenRefusalList'> | undefined;
  const isWhole = storefronts.length === 0 || (counts.totalOrders > 0 && calls?.refused.length === 0);
  return { ...at, user, counts, storefronts, stock, waiting: orders.waiting, isWhole };
}
