import { formatCount } from '../../shared/format/number';
import { storeFacts } from '../stores/store-facts';
import type { Health } from './queries';

/** One failure, as a row shows it. */
export type Trouble = {
  id: string;
  title: string;
  /** Whose it is, or which one of several. */
  about: string;
  /** The reason, as far as it is known. */
  why: string;
  since: string | null;
  /** What `since` is the time of. */
  timed: 'since' | 'last';
};

/** All failures: the product's own before those of its sellers. */
export function troublesOf(health: Health): Trouble[] {
  return [
    ...gatewayTrouble(health),
    ...health.outages.map(({ kind, about, message, why, since, failures }) => ({
      id: `outage ${kind} ${about}`,
      title: sentence(message),
      about: [about, formatCount(failures, 'failure')].filter(Boolean).join(' · '),
      why,
      since,
      timed: 'since' as const,
    })),
    ...health.failingEndpoints.map(({ seller, host, since }, row) => ({
      id: `endpoint ${row}`,
      title: `The service at ${host} does not take events`,
      about: seller,
      why: 'Its seller sees each call under Developers.',
      since,
      timed: 'since' as const,
    })),
    ...health.silentChannels.map(({ seller, channel, message, since }, row) => ({
      id: `channel ${row}`,
      title: channel === 'DM' ? 'The bot cannot write to a seller' : `The bot cannot speak in ${channel}`,
      about: seller,
      why: message,
      since,
      timed: 'since' as const,
    })),
    ...health.failingDomains.map(({ seller, domain, diagnostics, since }, row) => ({
      id: `domain ${row}`,
      title: `${domain} does not lead here`,
      about: seller,
      why: diagnostics ?? '',
      since,
      timed: 'since' as const,
    })),
    ...health.refusedCalls.map(({ seller, guildId, provider, verdict, count, last }) => ({
      id: `call ${guildId} ${provider} ${verdict}`,
      title: `${formatCount(count, 'call')} of a store refused`,
      about: `${seller} · ${storeFacts[provider].title}`,
      why: refusals[verdict] ?? verdict,
      since: last,
      timed: 'last' as const,
    })),
  ];
}

const refusals: Partial<Record<Health['refusedCalls'][number]['verdict'], string>> = {
  bad_signature: 'The signature is missing or wrong.',
  stale: 'They were signed too long ago.',
  disabled: 'The store is not connected.',
  unmapped: 'No key is mapped to the product.',
  malformed: 'They are not what the store sends.',
};

/** A gateway that is connecting counts as a failure only after it has failed once: then it is among the outages. */
function gatewayTrouble({ gateway, outages }: Health): Trouble[] {
  if (gateway.state !== 'connecting' || outages.some(({ kind }) => kind === 'gateway')) return [];
  return [
    {
      id: 'gateway',
      title: 'The bot is not connected',
      about: `${gateway.ready} of ${formatCount(gateway.shards, 'connection')}`,
      why: 'It is connecting.',
      since: gateway.since,
      timed: 'since',
    },
  ];
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** `1.4 GB`, `812 MB`. */
export function formatBytes(bytes: number): string {
  const megabytes = Math.round(bytes / 1e6);
  if (megabytes < 1000) return `${megabytes} MB`;
  const gigabytes = bytes / 1e9;
  // From there on, one decimal would be `100.0`.
  return `${gigabytes < 99.95 ? gigabytes.toFixed(1) : Math.round(gigabytes)} GB`;
}
