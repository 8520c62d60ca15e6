import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { ConfigContext } from '../api/bootstrap';
import { HomePage } from '../features/home/home-page';
import { dashboardQuery } from '../features/home/queries';
import { helpingQuery } from '../features/members/queries';
import { rightsOf } from '../features/members/use-rights';
import { orderCountsQuery } from '../features/orders/counts/queries';
import { Bars, ShellFrame } from '../features/shell/frame';
import { entriesFor } from '../features/shell/navigation';
import { stockQuery } from '../features/stock/queries';
import { storefrontsQuery } from '../features/storefront/queries';
import { refusedCallsQuery } from '../features/stores/queries';
import { paths } from '../paths';
import type { HomeShown } from './home-shown';

const later = () => {};

/** Home as its script first renders it, except for the chart, which needs to know its width. */
export function paintHome(shown: HomeShown): string {
  const { isWide, brand, user, counts, storefronts, stock, waiting, isWhole } = shown;
  const queries = new QueryClient();
  queries.setQueryData(helpingQuery.queryKey, { guildId: null, role: null });
  queries.setQueryData(dashboardQuery.queryKey, counts);
  queries.setQueryData(storefrontsQuery.queryKey, storefronts);
  const orders = { orders: [], total: counts.totalOrders, totalIsCapped: false, waiting };
  queries.setQueryData(orderCountsQuery.queryKey, orders);
  storefronts.forEach(({ guildId }, at) => queries.setQueryData(stockQuery(guildId).queryKey, stock[at]));
  if (isWhole) queries.setQueryData(refusedCallsQuery.queryKey, { refused: [] });
  const sidebar = {
    username: user.username,
    ready: true,
    entries: entriesFor(user.admin, rightsOf(null)),
    onSignOut: later,
  };
  const bars = { sidebar, isWide, menuOpen: false, onMenu: later, onPalette: later };
  const html = renderToStaticMarkup(
    <ConfigContext value={{ brand: { name: brand }, cnameTarget: '' }}>
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[paths.home]}>
          <ShellFrame bars={<Bars {...bars} />}>
            <HomePage />
          </ShellFrame>
        </MemoryRouter>
      </QueryClientProvider>
    </ConfigContext>,
  );
  // React adds preload links for pictures.
  return html.replace(/^(<link rel="preload" [^>]*>)+/, '');
}
