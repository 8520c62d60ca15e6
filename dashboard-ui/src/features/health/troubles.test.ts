import { describe, expect, it } from 'vitest';
import type { Health } from './queries';
import { formatBytes, troublesOf } from './troubles';

const at = '2026-11-20T09:14:00.000Z';
const waiting = { waiting: 0, retrying: 0, oldest: null };

const well: Health = {
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

describe('what fails', () => {
  it('is nothing while all is well', () => {
    expect(troublesOf(well)).toEqual([]);
  });

  it('names a gateway that is connecting once, also when it has failed', () => {
    const gateway = { state: 'connecting', shards: 2, ready: 1, latencyMs: null, since: at } as const;
    expect(troublesOf({ ...well, gateway }).map(({ title }) => title)).toEqual(['The bot is not connected']);
    const outage = {
      kind: 'gateway',
      about: '',
      message: "the chat platform's gateway cannot be used",
      since: at,
      failures: 3,
      why: 'no route to host',
    } as const;
    const [trouble, ...others] = troublesOf({ ...well, gateway, outages: [outage] });
    expect(others).toEqual([]);
    expect(trouble).toMatchObject({
      title: "The chat platform's gateway cannot be used",
      about: '3 failures',
      why: 'no route to host',
    });
  });

  it('has an id of its own for each', () => {
    const call = { seller: 'mika', guildId: '1', provider: 'whop', count: 2, last: at } as const;
    const troubles = troublesOf({
      ...well,
      refusedCalls: [
        { ...call, verdict: 'stale' },
        { ...call, verdict: 'unmapped' },
      ],
      failingEndpoints: [
        { seller: 'mika', host: 'a.example', since: at },
        { seller: 'mika', host: 'a.example', since: at },
      ],
    });
    expect(new Set(troubles.map(({ id }) => id)).size).toBe(4);
  });
});

it.each([
  [0, '0 MB'],
  [812_400_000, '812 MB'],
  [1_440_000_000, '1.4 GB'],
  [236_000_000_000, '236 GB'],
])('%i bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
