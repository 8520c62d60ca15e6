import { describe, expect, it } from 'vitest';
import { aMessage } from './a-message';
import { concern } from './concerns';

describe('concern', () => {
  it('is "mentioned you" for a mentioned user and "replied to you" for a quoted one', () => {
    const quote = { id: '1', authorId: 'me', author: 'Mika', content: 'Hi', deleted: false };
    expect(concern(aMessage(2, { mentions: ['me'] }), 'me')).toBe('mentioned you');
    expect(concern(aMessage(2, { mentions: ['me'], replyTo: quote }), 'me')).toBe('replied to you');
    expect(concern(aMessage(2, { mentions: ['somebody'] }), 'me')).toBeUndefined();
  });

  it("is undefined for one's own message and for a deleted one", () => {
    expect(concern(aMessage(2, { authorId: 'me', mentions: ['me'] }), 'me')).toBeUndefined();
    expect(concern(aMessage(2, { mentions: ['me'], deleted: true }), 'me')).toBeUndefined();
  });
});
