import { useQuery } from '@tanstack/react-query';
import { Failed } from '../../ui/empty';
import { Page } from '../../ui/page';
import { Section } from '../../ui/section';
import { SectionSkeleton } from '../../ui/section-skeleton';
import { Skeleton } from '../../ui/skeleton';
import { useSecrets } from '../../ui/use-secrets';
import { StorefrontGate } from '../storefront/storefront-gate';
import { FulfilmentForm } from './fulfilment-form';
import { fulfilmentQuery } from './queries';
import { SecretSection } from './secret-section';
import { ServiceSecretDialog } from './service-secret-dialog';

/** Who delivers a storefront's orders. */
export function FulfilmentPage() {
  return (
    <Page title="Fulfilment">
      <StorefrontGate
        emptyText="Orders are delivered for a storefront."
        skeleton={<SectionSkeleton height="h-60" />}
      >
        {({ guildId }) => <FulfilmentSettings guildId={guildId} />}
      </StorefrontGate>
    </Page>
  );
}

function FulfilmentSettings({ guildId }: { guildId: string }) {
  const { data: fulfilment, isError, error, refetch, isFetching } = useQuery(fulfilmentQuery(guildId));
  const secrets = useSecrets();
  return (
    <>
      <Section
        title="Fulfilment"
        hint="Who delivers orders that customers redeem from now on. An order keeps the way it began with."
      >
        <div aria-busy={!fulfilment && !isError} className="card min-w-0">
          {fulfilment ? (
            <FulfilmentForm guildId={guildId} fulfilment={fulfilment} onSecret={secrets.add} />
          ) : isError ? (
            <Failed
              title="Fulfilment could not be loaded"
              error={error}
              onRetry={refetch}
              busy={isFetching}
            />
          ) : (
            <div className="px-5 py-4.5 max-sm:px-4">
              <Skeleton className="h-36" />
            </div>
          )}
        </div>
      </Section>
      {fulfilment?.hint && <SecretSection guildId={guildId} hint={fulfilment.hint} />}
      {secrets.first && (
        <ServiceSecretDialog key={secrets.first} secret={secrets.first} onClosed={secrets.dropFirst} />
      )}
    </>
  );
}
