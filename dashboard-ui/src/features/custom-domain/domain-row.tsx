import { Globe, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Badge } from '../../ui/badge';
import { IconButton } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { toast } from '../../ui/toast';
import { useCarryOut } from '../../ui/use-carry-out';
import { ProofRecord } from './dns-record';
import { removeDomain, type Domain } from './queries';

/** A domain with its status and its removal. `children` are drawn below the sentence. */
export function DomainRow({ domain, children }: { domain: Domain; children?: ReactNode }) {
  const [asking, setAsking] = useState(false);
  const carryOut = useCarryOut('custom_domains');
  const said = sentence(domain);

  async function remove() {
    if (!domain._id) {
      toast.error('Invalid domain ID');
      return;
    }
    await carryOut(removeDomain(domain._id), 'Domain removed successfully!');
  }

  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-start gap-x-3 gap-y-2 px-5 py-4.5 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:px-4">
      <Globe aria-hidden size={18} strokeWidth={1.75} className="mt-px text-fg2 max-sm:hidden" />
      <div className="flex min-w-0 flex-col gap-1 max-sm:order-last max-sm:col-span-2">
        <p className="font-medium break-all">
          {domain.status === 'active' ? (
            <a
              href={`https://${domain.domain}/`}
              target="_blank"
              rel="noopener"
              className="hit-44 inline-block rounded-badge underline decoration-line2 underline-offset-3 hover:decoration-current"
            >
              {domain.domain}
            </a>
          ) : (
            domain.domain
          )}
        </p>
        {said && <p className="text-small text-pretty wrap-anywhere text-fg2">{said}</p>}
        {domain.proof && (
          <div className="my-2">
            <ProofRecord proof={domain.proof} />
          </div>
        )}
        {children}
      </div>
      <span className="flex">
        <Badge status={domain.status === 'pending' ? 'domain-pending' : domain.status} />
      </span>
      <IconButton
        label={`Remove ${domain.domain}`}
        size={28}
        icon={<Trash2 aria-hidden size={16} strokeWidth={1.75} />}
        onClick={() => setAsking(true)}
        className="-mt-1 -mr-1.5 enabled:hover:text-red!"
      />
      {asking && (
        <ConfirmDialog
          title="Remove this domain?"
          text={
            <>
              <span className="font-medium break-all text-fg">{domain.domain}</span> stops showing your shop.
            </>
          }
          confirmLabel="Remove"
          failure="Failed to remove domain"
          onConfirm={remove}
          onClosed={() => setAsking(false)}
        />
      )}
    </div>
  );
}

const sentences: Record<string, string> = {
  pending: 'Waiting for its DNS record.',
  failed: 'DNS does not point here.',
};

/** Undefined for a status that this page does not know. */
function sentence({ status, diagnostics }: Domain): string | undefined {
  if (status === 'active') return 'Domain is active and working correctly!';
  return diagnostics || sentences[status];
}
