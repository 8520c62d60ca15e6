import { useQueryClient } from '@tanstack/react-query';
import { CodeXml, ExternalLink, Plus } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../api/client';
import type { Schema } from '../../api/types';
import { paths } from '../../paths';
import { Button, ButtonLink, ExternalButton } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Failed } from '../../ui/empty';
import { Page } from '../../ui/page';
import { SkeletonRows } from '../../ui/skeleton';
import { toast } from '../../ui/toast';
import { StorefrontProblems } from './channel-problems';
import { deleteStorefront, storefrontsQuery } from './queries';
import { StorefrontForm } from './storefront-form';
import { StorefrontPicker } from './storefront-picker';
import { useStorefront } from './use-storefront';

export function StorefrontPage() {
  return (
    <Page
      title="Storefront"
      actions={
        <ButtonLink to={paths.livePage} icon={<CodeXml aria-hidden size={16} strokeWidth={1.75} />}>
          Edit Live Stock
        </ButtonLink>
      }
    >
      <Storefronts />
    </Page>
  );
}

function Storefronts() {
  const { query, storefronts, storefront, select } = useStorefront();
  const [adding, setAdding] = useState(false);

  if (!query.data) {
    return (
      <div className="card overflow-hidden">
        {query.isError ? (
          <Failed
            title="Your storefronts could not be loaded"
            onRetry={query.refetch}
            busy={query.isFetching}
          />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </div>
    );
  }

  if (adding || !storefront) {
    return (
      <StorefrontForm
        key="new"
        onSaved={(guildId) => {
          setAdding(false);
          select(guildId);
        }}
      >
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
        <div className="ml-auto flex shrink-0 gap-2 max-sm:w-full max-sm:flex-wrap max-sm:*:flex-1">
          <PageLink href={paths.redeem(storefront.guildId)}>Redeem page</PageLink>
          <PageLink href={paths.liveStock(storefront.guildId)}>Live stock</PageLink>
          <Button icon={<Plus aria-hidden size={16} strokeWidth={1.75} />} onClick={() => setAdding(true)}>
            New storefront
          </Button>
        </div>
      </StorefrontPicker>
      <StorefrontProblems storefront={storefront} />
      <StorefrontForm key={storefront.guildId} storefront={storefront} onSaved={select}>
        <DeleteStorefront storefront={storefront} onDeleted={() => select(undefined)} />
      </StorefrontForm>
    </>
  );
}

function PageLink({ href, children }: { href: string; children: string }) {
  return (
    <ExternalButton kind="ghost" href={href} icon={<ExternalLink aria-hidden size={16} strokeWidth={1.75} />}>
      {children}
    </ExternalButton>
  );
}

type DeleteStorefrontProps = { storefront: Schema<'Storefront'>; onDeleted: () => void };

function DeleteStorefront({ storefront, onDeleted }: DeleteStorefrontProps) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();

  async function remove() {
    try {
      await deleteStorefront(storefront.guildId);
    } catch (error) {
      toast.error(errorMessage(error, 'Failed to delete the storefront'));
      throw error;
    }
    toast('Storefront deleted!');
    onDeleted();
    await queries.invalidateQueries({ queryKey: storefrontsQuery.queryKey });
  }

  return (
    <>
      <Button kind="danger" size="sm" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Delete ${storefront.name}?`}
          text="Its customers' pages stop working. This cannot be taken back."
          confirmLabel="Yes, delete"
          onConfirm={remove}
          onClosed={() => setAsking(false)}
        />
      )}
    </>
  );
}
