import { useState } from 'react';
import { type LoadFailures, loadFailureText, useLoggedFailure } from '../load-failure';
import type { First } from '../place';
import type { RedeemConfig, Shop } from '../types';
import { ErrorScreen } from '../ui/error-screen';
import { Ground } from '../ui/ground';
import { LoadingScreen } from '../ui/loading-screen';
import { ShopSign } from '../ui/shop-sign';
import { useAccent } from '../use-accent';
import { usePageData } from '../use-page-data';
import { RedeemForm } from './redeem-form';
import { RedeemedDialog } from './redeemed-dialog';
import { ToastList } from './toast-list';
import { useToasts } from './use-toasts';
import './redeem.css';

const failures: LoadFailures = {
  missing: 'Redeem page not found.',
  refused: 'An error occurred while fetching the redeem order.',
};

type RedeemPageProps = {
  guildId: string;
  shop?: Shop | null;
  first: First<RedeemConfig>;
  plainPaths?: boolean;
};

export function RedeemPage({ guildId, shop = null, first, plainPaths = false }: RedeemPageProps) {
  const { page } = usePageData('/api/fetch/redeem-order/{guildId}', { guildId }, first);
  useLoggedFailure(page.status === 'failed' ? loadFailureText(failures, page.httpStatus) : null);

  if (page.status === 'loading') return <LoadingScreen text="Loading..." />;
  if (page.status === 'failed') {
    return <ErrorScreen text={loadFailureText(failures, page.httpStatus)} requestId={page.requestId} />;
  }
  return <Redeem guildId={guildId} shop={shop} config={page.data} plainPaths={plainPaths} />;
}

type RedeemProps = { guildId: string; shop: Shop | null; config: RedeemConfig; plainPaths: boolean };

function Redeem({ guildId, shop, config, plainPaths }: RedeemProps) {
  const toasts = useToasts();
  const [redeemedKey, setRedeemedKey] = useState<string | null>(null);
  useAccent(config.embedColor);

  return (
    <>
      <Ground />
      {/* The dialog is not a native modal, because the toasts beside it must stay usable. */}
      <main className="screen redeem" inert={redeemedKey !== null}>
        <ShopSign shop={shop} />
        <RedeemForm guildId={guildId} toasts={toasts} onRedeemed={setRedeemedKey} plainPaths={plainPaths} />
        {config.footerText && (
          <footer className="page-footer" dir="auto">
            {config.footerText}
          </footer>
        )}
      </main>
      {redeemedKey !== null && (
        <RedeemedDialog
          guildId={guildId}
          orderId={redeemedKey}
          onClosed={() => setRedeemedKey(null)}
          plainPaths={plainPaths}
        />
      )}
      <ToastList toasts={toasts} />
    </>
  );
}
