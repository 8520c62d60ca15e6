import { describe, expect, it } from 'vitest';
import { at, well } from './a-health';
import { formatBytes, troublesOf } from './troubles';

describe('the list of troubles', () => {
  it('is empty while everything works', () => {
    expect(troublesOf(well)).toEqual([]);
  });

  it('has one entry for a connecting gateway, even when it also has an outage', () => {
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

  it('has a unique id for each trouble', () => {
    const call = { seller: 'mika', guildId: '1', provider: 'whop', count: 2, last: at } as const;
    const silent = { seller: 'mika', channel: 'DM', message: 'closed', since: at };
    const failing = {
      seller: 'mika',
      domain: 'nova.example',
      status: 'failed',
      diagnostics: null,
      since: at,
    } as const;
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
      silentChannels: [silent, silent],
      failingDomains: [failing, { ...failing, seller: 'tidal' }],
    });
    expect(new Set(troubles.map(({ id }) => id)).size).toBe(8);
  });
});

it.each([
  [0, '0 MB'],
  [812_400_000, '812 MB'],
  [999_400_000, '999 MB'],
  [999_600_000, '1.0 GB'],
  [1_440_000_000, '1.4 GB'],
  [99_960_000_000, '100 GB'],
  [236_000_000_000, '236 GB'],
])('%i bytes are formatted as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
