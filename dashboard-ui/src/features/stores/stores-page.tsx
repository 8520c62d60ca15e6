import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Inbox } from 'lucide-react';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/button';
import { Failed } from '../../ui/empty';
import { First } from '../../ui/first';
import { Link } from '../../ui/link';
import { Page } from '../../ui/page';
import { Skeleton } from '../../ui/skeleton';
import { useAddress } from '../../ui/use-address';
import { StorefrontGate } from '../storefront/storefront-gate';
import { storesQuery } from './queries';
import { StoreCard } from './store-card';
import { storeFacts } from './store-facts';

export function StoresPage() {
  return (
    <Page title="Stores">
      <StorefrontGate
        emptyText="A store sells the keys of a storefront."
        lead={(guildId) => <Intro guildId={guildId} />}
        skeleton={<StoresSkeleton />}
      >
        {({ guildId }) => <Stores guildId={guildId} />}
      </StorefrontGate>
    </Page>
  );
}

/** The open store is kept in the address. */
function Stores({ guildId }: { guildId: string }) {
  const { data: stores, isError, error, refetch, isFetching } = useQuery(storesQuery(guildId));
  const { params, change } = useAddress();
  const open = params.get('store');
  const toggle = (provider: string) =>
    change({ store: provider === open ? null : provider }, { replace: true, preventScrollReset: true });

  if (!stores) {
    if (!isError) return <StoresSkeleton />;
    return (
      <div className="card overflow-hidden">
        <Failed title="Your stores could not be loaded" error={error} onRetry={refetch} busy={isFetching} />
      </div>
    );
  }
  return (
    <First>
      <ul className="flex flex-col gap-3">
        {stores.map((store) => (
          <li key={store.provider}>
            <StoreCard
              guildId={guildId}
              store={store}
              open={open === store.provider}
              onToggle={() => toggle(store.provider)}
            />
          </li>
        ))}
      </ul>
    </First>
  );
}

/** Without a guild, its inbox is that of the first storefront. */
function Intro({ guildId }: { guildId?: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-140 text-small text-pretty text-fg2">
        Connect the store where your customers pay: each purchase makes its keys by itself, and is answered
        with your{' '}
        <Link
          to={paths.settings}
          className="hit-44 inline-flex items-center gap-0.5 font-medium text-pink-text hover:underline"
        >
          delivery text
          <ArrowRight aria-hidden size={14} strokeWidth={1.75} />
        </Link>
      </p>
      <ButtonLink
        size="sm"
        to={{ pathname: paths.inbox, search: guildId && `?guild=${guildId}` }}
        icon={<Inbox aria-hidden size={16} strokeWidth={1.75} />}
      >
        Open inbox
      </ButtonLink>
    </div>
  );
}

/** A placeholder for each store's card. */
function StoresSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading" className="flex flex-col gap-3">
      {Object.keys(storeFacts).map((provider) => (
        <Skeleton key={provider} className="h-18 rounded-card!" />
      ))}
    </div>
  );
}
