import { CodeXml, Plus, Store } from 'lucide-react';
import { Fragment } from 'react';
import { paths } from '../../paths';
import { Button, ButtonLink } from '../../ui/button';
import { Empty, Failed } from '../../ui/empty';
import { Page } from '../../ui/page';
import { SectionSkeleton } from '../../ui/section-skeleton';
import { Skeleton } from '../../ui/skeleton';
import { useAddress } from '../../ui/use-address';
import { useRights } from '../members/use-rights';
import { StorefrontProblems } from './channel-problems';
import { WithDeletion } from './delete-storefront';
import { LogoSection } from './logo-section';
import { StorefrontForm } from './storefront-form';
import { StorefrontLinks } from './storefront-links';
import { StorefrontPicker } from './storefront-picker';
import { useStorefront } from './use-storefront';

export function StorefrontPage() {
  const { owns } = useRights();
  return (
    <Page
      title="Storefront"
      actions={
        owns && (
          <ButtonLink to={paths.livePage} icon={<CodeXml aria-hidden size={16} strokeWidth={1.75} />}>
            Edit Live Stock
          </ButtonLink>
        )
      }
    >
      <Storefronts />
    </Page>
  );
}

function Storefronts() {
  const { query, storefronts, storefront, select } = useStorefront();
  const { owns } = useRights();
  const [adding, setAdding] = useAdding();

  if (!query.data) {
    return query.isError ? (
      <div className="card overflow-hidden">
        <Failed
          title="Your storefronts could not be loaded"
          error={query.error}
          onRetry={query.refetch}
          busy={query.isFetching}
        />
      </div>
    ) : (
      <StorefrontSkeleton />
    );
  }

  if (!owns && !storefront) {
    return (
      <div className="card overflow-hidden">
        <Empty icon={Store} title="No storefront" text="The one that you help in is not open." />
      </div>
    );
  }

  if (!storefront || (adding && owns)) {
    return (
      <StorefrontForm key="new" onCreated={select}>
        {storefront && (
          <Button size="sm" kind="ghost" onClick={() => setAdding(false)}>
            Cancel
          </Button>
        )}
      </StorefrontForm>
    );
  }

  return (
    <>
      <StorefrontPicker storefronts={storefronts} selected={storefront.guildId} onSelect={select}>
        {owns && (
          <Button
            icon={<Plus aria-hidden size={16} strokeWidth={1.75} />}
            onClick={() => setAdding(true)}
            className="ml-auto max-sm:w-full"
          >
            New storefront
          </Button>
        )}
      </StorefrontPicker>
      <Fragment key={storefront.guildId}>
        <StorefrontProblems storefront={storefront} />
        <StorefrontLinks guildId={storefront.guildId} />
        <LogoSection storefront={storefront} />
        <WithDeletion storefront={storefront}>
          {(button) => <StorefrontForm storefront={storefront}>{owns && button}</StorefrontForm>}
        </WithDeletion>
      </Fragment>
    </>
  );
}

/**
 * Whether a new storefront is being created, kept in the address: opening that form leaves the form of another
 * storefront.
 */
function useAdding(): [adding: boolean, set: (adding: boolean) => void] {
  const { params, change } = useAddress();
  return [params.has('new'), (adding) => change({ new: adding ? 1 : null }, { replace: true })];
}

/** Placeholder for the links and the form. */
function StorefrontSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-6">
      <Skeleton className="h-9 w-80 max-w-full" />
      {['h-30', 'h-26', 'h-112'].map((height) => (
        <SectionSkeleton key={height} height={height} />
      ))}
    </div>
  );
}
