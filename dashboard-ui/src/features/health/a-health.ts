import type { Health } from './queries';

export const at = '2026-11-20T09:14:00.000Z';
const waiting = { waiting: 0, retrying: 0, oldest: null };

/** For tests: a server without problems. */
export const well: Health = {
  at,
  version: '1.0.0',
  startedAt: at,
  memory: 30_000_000,
  gateway: { state: 'ready', shards: 1, ready: 1, latencyMs: 42, since: at },
  database: { kind: 'sqlite', connectionsInUse: 1, connectionsMost: 4 },
  disks: [],
  lastBackup: null,
  orders: { ...waiting, underWay: 0, byHand: 0, givenUp: 0 },
  announcements: waiting,
  eventDeliveries: waiting,
  unresolvedInvites: 0,
  domains: { pending: 0, active: 0, failed: 0 },
  outages: [],
  failingEndpoints: [],
  refusedCalls: [],
  silentChannels: [],
  failingDomains: [],
};
