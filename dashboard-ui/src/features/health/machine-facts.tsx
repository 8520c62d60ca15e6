import type { ReactNode } from 'react';
import { formatCount } from '../../shared/format/number';
import { Age } from '../../ui/age';
import { Badge } from '../../ui/badge';
import type { Health } from './queries';
import { formatBytes } from './troubles';

const gatewayBadges = {
  ready: 'connected',
  connecting: 'reconnecting',
  elsewhere: 'off',
  off: 'off',
} as const;

/** A disk with less than this share of it free is nearly full. */
const little = 0.1;

/** Facts about the process, its machine and its database. */
export function MachineFacts({ health }: { health: Health }) {
  const { gateway, database, disks, lastBackup, memory, startedAt, version, domains } = health;
  return (
    <section aria-labelledby="machine" className="card overflow-hidden">
      <h2 id="machine" className="border-b border-line px-5 py-4 text-heading max-sm:px-4">
        The machine
      </h2>
      <dl className="divide-y divide-line">
        <Fact name="Bot">
          <Badge status={gatewayBadges[gateway.state]} />
          <Detail>
            {gateway.state === 'elsewhere' && 'Another process runs it. '}
            {gateway.latencyMs !== null && `${gateway.latencyMs} ms to the gateway. `}
            {gateway.since && (
              <>
                Since <Age time={gateway.since} />
              </>
            )}
          </Detail>
        </Fact>
        <Fact name="Database">
          {database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}
          <Detail>
            {database.connectionsInUse} of {formatCount(database.connectionsMost, 'connection')} in use
          </Detail>
        </Fact>
        {disks.map(({ place, free, size }) => (
          <Fact key={place} name={place === 'database' ? 'Disk of the database' : 'Disk of uploads'}>
            <span className={free < size * little ? 'text-red' : undefined}>{formatBytes(free)} free</span>
            <Detail>of {formatBytes(size)}</Detail>
          </Fact>
        ))}
        <Fact name="Last backup">
          {lastBackup ? <Age time={lastBackup} /> : <span className="text-amber">Never</span>}
          <Detail>By boostdesk backup</Detail>
        </Fact>
        <Fact name="Domains">
          {formatCount(domains.active, 'active domain')}
          <Detail>
            {domains.pending} pending, {domains.failed} failed
          </Detail>
        </Fact>
        <Fact name="Process">
          {memory === null ? '–' : formatBytes(memory)}
          <Detail>
            Version {version}, started <Age time={startedAt} />
          </Detail>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 px-5 py-3 max-sm:px-4">
      <dt className="font-medium">{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}

function Detail({ children }: { children: ReactNode }) {
  return <span className="block text-small text-fg3">{children}</span>;
}
