import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Package, Rocket, SearchX, Target } from 'lucide-react';
import { formatNumber } from '../../shared/format/number';
import { paths } from '../../paths';
import { Button, ButtonLink } from '../../ui/button';
import { Empty, Failed } from '../../ui/empty';
import { figureOf } from '../../ui/figure-of';
import { Page } from '../../ui/page';
import { PaginationFooter } from '../../ui/pagination-footer';
import { StatCard, type Figure } from '../../ui/stat-card';
import { useSayFound } from '../../ui/use-say-found';
import { useTyped } from '../../ui/use-typed';
import { storefrontsQuery } from '../storefront/queries';
import { orderCountsQuery } from './counts/queries';
import { isNarrow } from './narrowing';
import { matchesSearch, shownStatus, summarize, type Order } from './order';
import { OrderDialog } from './order-dialog';
import { OrderNarrowing } from './order-narrowing';
import { OrderHead, OrderRow, OrderRowsSkeleton } from './order-row';
import { OrderTools } from './order-tools';
import { usePageAddress, type StatusFilter } from './page-address';
import { useBeyond } from './use-beyond';
import { useFocusAfter } from './use-focus-after';
import { useLastPage, useOrderPage, type OrderEntry } from './use-order-page';

export function OrdersPage() {
  const address = usePageAddress(useQuery(storefrontsQuery).data);
  const { page, size, narrowing, shown: filter } = address;
  const narrow = isNarrow(narrowing);
  const all = figureOf(useQuery(orderCountsQuery), (counts) => counts.total);
  const { list, entries, total, isCapped, pages, isSettled, wasComplete } = useOrderPage(
    page,
    size,
    narrowing,
    address.openId,
  );
  const [search, setSearch] = useTyped(address.find, address.findInPage);

  useFocusAfter(address.openId);
  const beyond = useBeyond({ page, pages, size, total, isCapped, narrowing }, address.openId, address.stepTo);
  const loaded = entries.flatMap((entry) => (entry.status === 'ready' ? [entry.order] : []));
  const shown = entries.filter((entry) => isShown(entry, search, filter, wasComplete));
  const isFiltered = filter !== 'all' || search.trim() !== '';
  const { boosts, completed, rate } = summarize(loaded);

  const gone = list.isSuccess && !list.isPlaceholderData && page > pages;
  useLastPage(gone, pages, size, narrowing, address.goInstead);

  const isKnown = list.data !== undefined && !gone;
  useSayFound({
    asked: JSON.stringify({ narrowing, filter, find: address.find, size }),
    // An answer of before may be shown meanwhile.
    count: isSettled && !gone && !list.isFetching ? shown.length : undefined,
    noun: 'order',
  });

  const figure = (text: string): Figure => {
    if (list.isError && !list.data) return { status: 'failed', retry: list.refetch, busy: list.isFetching };
    const waiting = !list.data || (loaded.length === 0 && entries.some(({ status }) => status === 'loading'));
    return waiting ? { status: 'loading' } : { status: 'ready', text };
  };

  return (
    <Page
      title="Orders"
      footer={
        <PaginationFooter
          page={`Page ${formatNumber(page)}${isKnown ? ` of ${formatNumber(pages)}` : ''}`}
          more={
            isKnown
              ? ` • Loaded ${loaded.length} / ${entries.length} on this page • ${narrow ? 'Found' : 'All orders'}: ${formatNumber(total)}${isCapped ? '+' : ''}`
              : undefined
          }
          onPrev={page > 1 ? () => address.go({ page: page - 1 }) : undefined}
          onNext={page < pages ? () => address.go({ page: page + 1 }) : undefined}
        />
      }
    >
      <div className="grid grid-cols-4 gap-4 max-lg:grid-cols-2 max-sm:gap-3">
        <StatCard label="Total Orders" icon={Package} figure={narrow ? all : figure(formatNumber(total))} />
        <StatCard
          hot
          label="Success Rate (Loaded)"
          icon={Target}
          figure={figure(rate === undefined ? '–' : `${rate.toFixed(1)}%`)}
        />
        <StatCard label="Total Boosts (Loaded)" icon={Rocket} figure={figure(formatNumber(boosts))} />
        <StatCard label="Completed (Loaded)" icon={CircleCheck} figure={figure(formatNumber(completed))} />
      </div>
      <div className="flex flex-col gap-3">
        <OrderNarrowing
          narrowing={narrowing}
          searchFor={address.searchFor}
          onFind={address.findInAll}
          onChooseShop={address.chooseShop}
          isBehind={address.openId !== null}
        />
        <OrderTools
          search={search}
          onSearch={setSearch}
          filter={filter}
          onFilter={address.show}
          size={size}
          onSize={(size) => address.go({ page: 1, size })}
        />
        <section
          aria-label="Orders"
          aria-busy={list.isFetching}
          className={`card @container overflow-hidden transition-opacity duration-(--t-hover) ${list.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {isKnown ? (
            <OrderList
              entries={shown}
              filtered={entries.length > 0}
              narrow={narrow}
              onOpen={address.openOrder}
              onClear={() => {
                setSearch('');
                address.clearPage();
              }}
            />
          ) : list.isError ? (
            <Failed
              title="Failed to fetch orders"
              error={list.error}
              onRetry={list.refetch}
              busy={list.isFetching}
            />
          ) : (
            <OrderRowsSkeleton rows={8} />
          )}
        </section>
      </div>
      {address.openId && (
        <OrderDialog
          orderId={address.openId}
          createdAt={list.data?.folderDates[address.openId]}
          steps={{
            ids: shown.map(({ orderId }) => orderId),
            onStep: (orderId) => address.stepTo(orderId),
            // A search on this page says nothing about other pages.
            ...(isFiltered ? {} : { beyond }),
          }}
          onClosed={address.closeOrder}
        />
      )}
    </Page>
  );
}

type OrderListProps = {
  entries: OrderEntry[];
  filtered: boolean;
  /** Whether a filter or search across all pages is set. */
  narrow: boolean;
  onOpen: (orderId: string) => void;
  onClear: () => void;
};

function OrderList({ entries, filtered, narrow, onOpen, onClear }: OrderListProps) {
  if (entries.length === 0) {
    return filtered ? (
      <Empty icon={SearchX} title="No matching orders" text="Only this page is searched">
        <Button onClick={onClear}>Clear filters</Button>
      </Empty>
    ) : narrow ? (
      <Empty icon={SearchX} title="No matching orders" text="All of your orders were looked through">
        <ButtonLink to={paths.orders}>Show all orders</ButtonLink>
      </Empty>
    ) : (
      <Empty icon={Package} title="No orders yet" text="Orders will appear here when customers place them" />
    );
  }
  return (
    <>
      <OrderHead />
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <OrderRow key={entry.orderId} entry={entry} onOpen={onOpen} />
        ))}
      </ul>
    </>
  );
}

/** While an order is loading or has failed, only its id is known, so it is shown if it could match. */
function isShown(entry: OrderEntry, search: string, filter: StatusFilter, wasComplete: boolean): boolean {
  if (entry.status === 'ready')
    return matchesSearch(entry.order, search) && matchesFilter(entry.order, filter);
  if (entry.status === 'loading' && !wasComplete) return true;
  const mayFit = entry.orderId.toLowerCase().includes(search.trim().toLowerCase());
  return entry.status === 'loading' ? filter === 'all' && mayFit : filter !== 'all' || mayFit;
}

function matchesFilter(order: Order, filter: StatusFilter): boolean {
  return filter === 'all' || shownStatus(order) === filter;
}
