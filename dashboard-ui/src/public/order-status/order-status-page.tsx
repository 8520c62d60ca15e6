import { Package } from 'lucide-react';
import { type LoadFailures, loadFailureText, useLoggedFailure } from '../load-failure';
import type { First } from '../place';
import type { OrderStatus, Shop } from '../types';
import { ErrorScreen } from '../ui/error-screen';
import { LoadingScreen } from '../ui/loading-screen';
import { PageTitle } from '../ui/page-title';
import { ShopSign } from '../ui/shop-sign';
import { Ground } from '../ui/ground';
import { useAccent } from '../use-accent';
import { usePageData } from '../use-page-data';
import { DeliveryBar } from './delivery-bar';
import { DeliveryBadge } from './delivery-badge';
import { DeliverySteps } from './delivery-steps';
import { OrderLinks } from './order-links';
import { OrderRows } from './order-rows';
import { isOpen, progressOf } from './progress';
import './order-status.css';

const failures: LoadFailures = {
  missing: 'Order Status not found for this Guild ID.',
  refused: 'An error occurred while fetching the order status.',
};

const notFound =
  "We couldn't find the order with the provided Order ID. " +
  'Please make sure the Order ID is correct or try again later.';

const pollMs = 3000;

type OrderStatusPageProps = {
  guildId: string;
  orderId: string;
  shop?: Shop | null;
  first: First<OrderStatus>;
};

export function OrderStatusPage({ guildId, orderId, shop = null, first }: OrderStatusPageProps) {
  const { page } = usePageData('/api/fetch/{guildId}/order/{orderId}/status', { guildId, orderId }, first, {
    everyMs: pollMs,
    more: isOpen,
  });
  useLoggedFailure(page.status === 'failed' ? loadFailureText(failures, page.httpStatus) : null);

  if (page.status === 'loading') return <LoadingScreen text="Loading order status..." />;
  if (page.status === 'failed') {
    return <ErrorScreen text={notFound} requestId={page.requestId} />;
  }
  return <OrderCard order={page.data} shop={shop} stale={page.stale} />;
}

type OrderCardProps = {
  order: OrderStatus;
  shop: Shop | null;
  /** Whether the latest poll failed, so that the data is from an earlier one. */
  stale: boolean;
};

function OrderCard({ order, shop, stale }: OrderCardProps) {
  useAccent(order.embedColor);
  const { outcome, sentence, advice } = progressOf(order);
  return (
    <>
      <Ground />
      <main className="screen">
        <ShopSign shop={shop} />
        <article className="card order-card">
          <header className="order-header">
            <PageTitle icon={Package} text="Order Status" />
            <DeliveryBadge outcome={outcome} />
          </header>
          <div role="status">
            {outcome !== 'processing' && <span className="off-screen">Delivery finished</span>}
            <p className="order-sentence">{sentence}</p>
          </div>
          <DeliverySteps outcome={outcome} />
          <DeliveryBar
            amount={order.amount}
            successful={order.successfulTokens}
            failed={order.failedTokens}
          />
          {(isOpen(order) || stale) && (
            <p className="order-note" role="status" data-stale={stale}>
              {stale ? 'The order could not be refreshed. Trying again...' : 'This page updates by itself.'}
            </p>
          )}
          {advice && <p className="order-note order-advice">{advice}</p>}
          <OrderRows order={order} />
          <OrderLinks invite={order.invite} storeLink={order.storeLink} discordLink={order.discordLink} />
        </article>
        {order.embedFooter && (
          <footer className="page-footer" dir="auto">
            {order.embedFooter}
          </footer>
        )}
      </main>
    </>
  );
}
