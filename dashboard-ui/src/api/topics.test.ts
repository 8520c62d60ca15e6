import { describe, expect, it } from 'vitest';
import { topicOf } from './topics';

describe('the topic of an event', () => {
  it('is what it says', () => {
    expect(topicOf('{"topic":"ready"}')).toBe('ready');
    expect(topicOf('{"topic":"live_page"}')).toBe('live_page');
  });

  it.each(['{"topic":"gift_cards"}', '{"topic":"toString"}', '{"topic":7}', '{}', 'null'])(
    'is none in %s, which only a newer server would say',
    (data) => expect(topicOf(data)).toBeUndefined(),
  );
});
