import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { paths } from '../../paths';
import { Failed } from '../../ui/empty';
import { Link } from '../../ui/link';
import { Section } from '../../ui/section';
import { SkeletonRows } from '../../ui/skeleton';
import { toast } from '../../ui/toast';
import { DnsRecord } from './dns-record';
import { DomainForm } from './domain-form';
import { DomainRow } from './domain-row';
import { domainsQuery } from './queries';

/** The domain's short form within the settings; the domain screen shows more. */
export function DomainSection() {
  const list = useQuery(domainsQuery);
  const [domain] = list.data ?? [];
  return (
    <Section
      title="Custom Domain"
      hint="Show your shop on an address of your own."
      aside={
        <Link
          to={paths.customDomain}
          className="hit-44 inline-flex min-h-6 items-center gap-1 rounded-badge text-small font-medium text-pink-text hover:underline"
        >
          Open its own screen
          <ArrowRight aria-hidden size={14} strokeWidth={1.75} />
        </Link>
      }
    >
      <div aria-busy={list.isFetching} className="card overflow-hidden">
        <div className="border-b border-line px-5 py-4.5 max-sm:px-4">
          <DomainForm kind="secondary" onAdded={() => toast('Domain added successfully!')} />
        </div>
        {list.data ? (
          domain && (
            <div className="border-b border-line">
              <DomainRow domain={domain} />
            </div>
          )
        ) : list.isError ? (
          <Failed
            title="Failed to load domains"
            error={list.error}
            onRetry={list.refetch}
            busy={list.isFetching}
          />
        ) : (
          <SkeletonRows rows={1} />
        )}
        <DnsRecord domain={domain} />
      </div>
    </Section>
  );
}
