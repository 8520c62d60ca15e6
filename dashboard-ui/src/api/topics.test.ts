import { describe, expect, it } from 'vitest';
import { changeOf, staleAfter } from './topics';

describe('parsing an event', () => {
  it('returns the change if its topic is known', () => {
    expect(changeOf('{"topic":"live_page"}')).toEqual({ topic: 'live_page' });
    const helping = { role: 'viewer', guildId: '1' };
    expect(changeOf(JSON.stringify({ topic: 'ready', helping }))).toEqual({ topic: 'ready', helping });
  });

  it.each(['{"topic":"gift_cards"}', '{"topic":"toString"}', '{"topic":7}', '{}', 'null'])(
    'returns undefined for %s, whose topic is unknown',
    (data) => expect(changeOf(data)).toBeUndefined(),
  );
});

it.each(['keys', 'store_calls'])('a `members` change, which may be of a role, makes %s stale', (head) => {
  expect(staleAfter('members')).toContain(head);
});

it('a `sessions` change makes settings stale, because the access code may have been reset', () => {
  expect(staleAfter('sessions')).toContain('settings');
});
