import { Store } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { Schema } from '../../api/types';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/button';
import { Empty, Failed } from '../../ui/empty';
import { StorefrontPicker } from './storefront-picker';
import { useStorefront } from './use-storefront';

type StorefrontGateProps = {
  /** What the screen would show, for sellers without a storefront: `Stock belongs to a storefront.` */
  emptyText: string;
  /** Shown above the screen and its placeholder. `guildId`: once the storefront is known. */
  lead?: (guildId?: string) => ReactNode;
  /** Placeholder for the screen until the storefront is known. */
  skeleton: ReactNode;
  children: (storefront: Schema<'Storefront'>) => ReactNode;
};

/**
 * A screen about one storefront: offers a choice if there are several, and a link to create the first one if there is
 * none.
 */
export function StorefrontGate({ emptyText, lead, skeleton, children }: StorefrontGateProps) {
  const { query, storefronts, storefront, select } = useStorefront();
  if (storefront || query.isPending) {
    return (
      <>
        {storefront && storefronts.length > 1 && (
          <StorefrontPicker storefronts={storefronts} selected={storefront.guildId} onSelect={select} />
        )}
        {lead?.(storefront?.guildId)}
        {storefront ? (
          // Keyed, so that open dialogs and input do not carry over to another storefront.
          <Fragment key={storefront.guildId}>{children(storefront)}</Fragment>
        ) : (
          <div aria-busy="true" className="flex flex-col gap-6 max-sm:gap-5">
            {skeleton}
          </div>
        )}
      </>
    );
  }
  return (
    <div className="card overflow-hidden">
      {query.isError ? (
        <Failed
          title="Your storefronts could not be loaded"
          error={query.error}
          onRetry={query.refetch}
          busy={query.isFetching}
        />
      ) : (
        <Empty icon={Store} title="Create your storefront first" text={emptyText}>
          <ButtonLink kind="primary" to={paths.storefront}>
            Create storefront
          </ButtonLink>
        </Empty>
      )}
    </div>
  );
}
