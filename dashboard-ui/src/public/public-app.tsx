import { useEffect } from 'react';
import { LiveStockPage } from './live-stock/live-stock-page';
import { NotFoundPage } from './not-found/not-found-page';
import { OrderStatusPage } from './order-status/order-status-page';
import type { Place } from './place';
import { RedeemPage } from './redeem/redeem-page';

const titles: Record<Place['page'], string> = {
  'order-status': 'Order Status',
  'live-stock': 'Live Stock',
  redeem: 'Redeem Your Order',
  'not-found': 'Page not found',
};

export function PublicApp({ place }: { place: Place }) {
  useEffect(() => {
    // The server has set a more specific title, except in development.
    document.title ||= titles[place.page];
  }, [place.page]);

  switch (place.page) {
    case 'order-status':
      return <OrderStatusPage {...place} />;
    case 'live-stock':
      return <LiveStockPage {...place} />;
    case 'redeem':
      return <RedeemPage {...place} />;
    case 'not-found':
      return <NotFoundPage />;
  }
}
