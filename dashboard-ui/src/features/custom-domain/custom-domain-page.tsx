import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Globe, RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { errorMessage } from '../../api/client';
import { Age } from '../../ui/age';
import { PinkBadge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Empty, Failed } from '../../ui/empty';
import { Page } from '../../ui/page';
import { Skeleton, SkeletonRows } from '../../ui/skeleton';
import { toast } from '../../ui/toast';
import { DnsRecord } from './dns-record';
import { DomainForm } from './domain-form';
import { DomainRow } from './domain-row';
import { checkDomain, domainsQuery, type Domain } from './queries';
import { isBare, mostDomains } from './rules';

const reloadDelay = 1000;

export function CustomDomainPage() {
  const list = useQuery(domainsQuery);
  const reloadSoon = useReloadSoon();
  const [domain] = list.data ?? [];

  function added() {
    toast(reloadSoon() ? 'Domain added successfully! Refreshing page...' : 'Domain added successfully!');
  }

  return (
    <Page
      title="Custom Domain"
      text="Show your shop on an address of your own."
      badge={
        list.data ? (
          <PinkBadge>
            {list.data.length}/{mostDomains} Domains
          </PinkBadge>
        ) : (
          !list.isError && <Skeleton className="h-5 w-20" />
        )
      }
    >
      <div className="card px-5 py-4.5 max-sm:px-4">
        <DomainForm onAdded={added} />
      </div>
      <section aria-label="Domains" aria-busy={list.isFetching} className="card overflow-hidden">
        {list.data ? (
          domain ? (
            <DomainRow domain={domain}>
              <LastCheck domain={domain} />
            </DomainRow>
          ) : (
            <Empty icon={Globe} title="No domain yet" text="Add yours above, then point it here" />
          )
        ) : list.isError ? (
          <Failed
            title="Failed to load domains"
            error={list.error}
            onRetry={list.refetch}
            busy={list.isFetching}
          />
        ) : (
          <SkeletonRows rows={1} mayBeEmpty />
        )}
      </section>
      <section aria-labelledby="dns" className="card overflow-hidden">
        <header className="flex flex-col gap-0.5 border-b border-line px-5 py-4 max-sm:px-4">
          <h2 id="dns" className="text-heading">
            DNS instructions
          </h2>
          {!(domain && isBare(domain)) && (
            <p className="text-small text-pretty text-fg2">
              Add this record where your domain's DNS is managed, mostly where you bought it.
            </p>
          )}
        </header>
        <DnsRecord domain={domain} />
        <p className="tint flex gap-2.5 border-t border-line px-5 py-3 text-small text-amber max-sm:px-4">
          <TriangleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-px shrink-0" />
          DNS changes can take 24–48 hours to propagate.
        </p>
      </section>
    </Page>
  );
}

/** Shows when DNS was last checked, and a button that checks it again. */
function LastCheck({ domain }: { domain: Domain }) {
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: checkDomain,
    onSuccess: ({ domain }) => queries.setQueryData(domainsQuery.queryKey, [domain]),
    onError: (error) => toast.error(errorMessage(error, 'Failed to check the domain')),
  });
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-fg3">
      {domain.checked_at && (
        <span>
          DNS checked <Age time={domain.checked_at} />
        </span>
      )}
      <Button
        size="xs"
        busy={check.isPending}
        icon={<RefreshCw aria-hidden size={14} strokeWidth={1.75} />}
        onClick={() => check.mutate(domain._id)}
      >
        Check now
      </Button>
    </p>
  );
}

/**
 * Reloads after a pause that leaves time to read the toast. Does nothing if the user has left the screen, so as not
 * to interrupt them.
 */
function useReloadSoon() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      clearTimeout(timer.current);
    };
  }, []);
  return () => {
    if (!left.current) timer.current = setTimeout(() => location.reload(), reloadDelay);
    return !left.current;
  };
}
