import { Store } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { Schema } from '../../api/types';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/button';
import { Empty, Failed } from '../../ui/empty';
import { StorefrontPicker } from './storefront-picker';
import { useStorefront } from './use-storefront';

type StorefrontGateProps = {
  /** What the screen would show, for a seller who has no storefront: `Stock belongs to a storefront.` */
  emptyText: string;
  /** The screen before it is known of which storefront it is. */
  skeleton: ReactNode;
  children: (storefront: Schema<'Storefront'>) => ReactNode;
};

/** A settings screen about one storefront: offers the choice when there are several, and leads to making the first one. */
export function StorefrontGate({ emptyText, skeleton, children }: StorefrontGateProps) {
  const { query, storefronts, storefront, select } = useStorefront();
  if (storefront) {
    return (
      <>
        {storefronts.length > 1 && (
          <StorefrontPicker storefronts={storefronts} selected={storefront.guildId} onSelect={select} />
        )}
        {/* What is open or typed is of one storefront. */}
        <Fragment key={storefront.guildId}>{children(storefront)}</Fragment>
      </>
    );
  }
  if (query.isPending) {
    return (
      <div aria-busy="true" className="flex flex-col gap-6">
        {skeleton}
      </div>
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
