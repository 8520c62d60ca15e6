import { describe, expect, it } from 'vitest';
import { changeOf, staleAfter } from './topics';

describe('the data of an event', () => {
  it('is what it says', () => {
    expect(changeOf('{"topic":"live_page"}')).toEqual({ topic: 'live_page' });
    const helping = { role: 'viewer', guildId: '1' };
    expect(changeOf(JSON.stringify({ topic: 'ready', helping }))).toEqual({ topic: 'ready', helping });
  });

  it.each(['{"topic":"gift_cards"}', '{"topic":"toString"}', '{"topic":7}', '{}', 'null'])(
    'is nothing in %s, which only a newer server would say',
    (data) => expect(changeOf(data)).toBeUndefined(),
  );
});

it.each(['keys', 'store_calls'])('shows %s as another role sees them', (head) => {
  expect(staleAfter('members')).toContain(head);
});

it('shows a code that was reset in another window: its change is one of sessions', () => {
  expect(staleAfter('sessions')).toContain('settings');
});
