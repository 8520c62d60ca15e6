import { useConfig } from '../../api/bootstrap';
import { CopyButton } from '../../ui/copy-button';
import type { Domain, DomainProof } from './queries';
import { isBare } from './rules';

const copied = 'Copied to clipboard!';
const table = 'grid grid-cols-[88px_minmax(0,1fr)_minmax(0,1fr)] max-sm:grid-cols-1';

/**
 * The DNS record that a domain needs, as a table; on phones as three rows. Before a domain is entered, its name is a
 * placeholder.
 */
export function DnsRecord({ domain }: { domain: Domain | undefined }) {
  const { cnameTarget } = useConfig();
  if (domain && isBare(domain)) return <NoRecord bare={domain.domain} />;
  return (
    <div>
      <dl className={table}>
        <Cell label="Type" value="CNAME" />
        <Cell label="Name" value={domain?.domain} copyLabel="Copy Name" />
        <Cell label="Target" value={cnameTarget} copyLabel="Copy Target" />
      </dl>
      {isExample(cnameTarget) && (
        <p className="px-5 pb-4 text-small text-pretty text-fg2 max-sm:px-4">
          This leads to a placeholder. The operator sets the real one in config.toml.
        </p>
      )}
    </div>
  );
}

/** Nobody can own such a name: the configuration has one until the operator sets their own. */
const isExample = (name: string) => /(?:^|\.)example\.(?:com|net|org)$/.test(name);

/** An apex domain cannot work, whatever its DNS says: suggests a subdomain instead. */
function NoRecord({ bare }: { bare: string }) {
  return (
    <p className="px-5 py-4 text-small text-pretty wrap-anywhere text-fg2 max-sm:px-4">
      Remove <Name text={bare} /> above, then add a name below it, such as <Name text={`shop.${bare}`} />. Its
      record is shown here then.
    </p>
  );
}

const Name = ({ text }: { text: string }) => <span className="mono text-fg">{text}</span>;

/** The DNS record that proves who owns a domain. */
export function ProofRecord({ proof }: { proof: DomainProof }) {
  return (
    <section
      aria-label="Proof of ownership"
      className="col-span-full overflow-hidden rounded-card border border-line"
    >
      <dl className={table}>
        <Cell label="Type" value="TXT" />
        <Cell label="Name" value={proof.name} copyLabel="Copy TXT name" />
        <Cell label="Value" value={proof.value} copyLabel="Copy TXT value" />
      </dl>
    </section>
  );
}

type CellProps = { label: string; value: string | undefined; copyLabel?: string };

function Cell({ label, value, copyLabel }: CellProps) {
  return (
    <div className="flex flex-col border-line max-sm:not-first:border-t">
      <dt className="flex h-9.5 items-center bg-table-head px-5 text-small text-fg3 max-sm:h-auto max-sm:bg-transparent max-sm:px-4 max-sm:pt-3 sm:border-b sm:border-line">
        {label}
      </dt>
      <dd className="flex min-h-13 items-center gap-2 px-5 py-2 max-sm:min-h-11 max-sm:justify-between max-sm:px-4 max-sm:pt-0.5">
        {value ? (
          <span className="mono break-all">{value}</span>
        ) : (
          <span className="text-fg3">your domain</span>
        )}
        {value && copyLabel && <CopyButton text={value} label={copyLabel} said={copied} />}
      </dd>
    </div>
  );
}
