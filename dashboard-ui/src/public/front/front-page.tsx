import { useState } from 'react';
import { shopClosed, useLoggedFailure } from '../load-failure';
import type { First } from '../place';
import { RedeemForm } from '../redeem/redeem-form';
import { RedeemedDialog } from '../redeem/redeemed-dialog';
import { ToastList } from '../redeem/toast-list';
import { useToasts } from '../redeem/use-toasts';
import type { Front } from '../types';
import { ErrorScreen } from '../ui/error-screen';
import { Ground } from '../ui/ground';
import { useAccent } from '../use-accent';
import { usePageData } from '../use-page-data';
import { FrontHeader } from './front-header';
import { FrontStock } from './front-stock';
import { OrderLookUp } from './order-look-up';
import '../redeem/redeem.css';
import './front.css';

const notOpen = 'This store is not open right now. Please come back later.';
const pollMs = 10_000;

type FrontPageProps = { guildId: string; first: First<Front> };

/** The front page of a seller's own domain. */
export function FrontPage({ guildId, first }: FrontPageProps) {
  if (first.status === 'ready') return <StoreFront guildId={guildId} front={first.data} />;
  return first.status === 'failed' ? <NotOpen {...first} /> : <NotOpen httpStatus={null} />;
}

function NotOpen({ httpStatus, requestId = null }: { httpStatus: number | null; requestId?: string | null }) {
  const text = httpStatus === 410 ? shopClosed : notOpen;
  useLoggedFailure(text);
  return <ErrorScreen text={text} requestId={requestId} />;
}

function StoreFront({ guildId, front }: { guildId: string; front: Front }) {
  const toasts = useToasts();
  const [redeeming, setRedeeming] = useState(false);
  const [redeemedKey, setRedeemedKey] = useState<string | null>(null);
  const { page } = usePageData(
    '/api/fetch/{guildId}/live-stock',
    { guildId },
    { status: 'ready', data: front.stock },
    { everyMs: pollMs },
  );
  const stock = page.status === 'ready' ? page.data : front.stock;
  // While a redeem is running or its result is shown, the page stays, so that the customer gets to their order.
  const over = page.status === 'failed' && !redeeming && redeemedKey === null;
  useAccent(over ? undefined : stock.embedColor);
  if (over) return <NotOpen {...page} />;
  const footers = [...new Set([stock.embedFooter, front.footerText])].filter(Boolean);

  return (
    <>
      <Ground />
      <div className="front" inert={redeemedKey !== null}>
        <FrontHeader guildId={guildId} front={front} stock={stock} />
        <main className="front-cards">
          <RedeemForm
            guildId={guildId}
            toasts={toasts}
            onRedeemed={setRedeemedKey}
            onBusy={setRedeeming}
            plainPaths
            title="h2"
          />
          <FrontStock guildId={guildId} stock={stock} stale={page.status === 'ready' && page.stale} />
          <OrderLookUp storefronts={[guildId, ...others(guildId, front)]} />
        </main>
        {footers.length > 0 && (
          <footer className="page-footer">
            {footers.map((text) => (
              <p key={text} dir="auto">
                {text}
              </p>
            ))}
          </footer>
        )}
      </div>
      {redeemedKey !== null && (
        <RedeemedDialog
          guildId={guildId}
          orderId={redeemedKey}
          onClosed={() => setRedeemedKey(null)}
          plainPaths
        />
      )}
      <ToastList toasts={toasts} />
    </>
  );
}

function others(guildId: string, { storefronts }: Front): string[] {
  return storefronts.map((storefront) => storefront.guildId).filter((other) => other !== guildId);
}
