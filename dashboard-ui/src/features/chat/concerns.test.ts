import { describe, expect, it } from 'vitest';
import { aMessage } from './a-message';
import { concern } from './concerns';

describe('concern', () => {
  it('is there for whoever is named, and for whoever is answered', () => {
    const quote = { id: '1', authorId: 'me', author: 'Mika', content: 'Hi', deleted: false };
    expect(concern(aMessage(2, { mentions: ['me'] }), 'me')).toBe('mentioned you');
    expect(concern(aMessage(2, { mentions: ['me'], replyTo: quote }), 'me')).toBe('replied to you');
    expect(concern(aMessage(2, { mentions: ['somebody'] }), 'me')).toBeUndefined();
  });

  it("is none of one's own message, nor of one that was deleted", () => {
    expect(concern(aMessage(2, { authorId: 'me', mentions: ['me'] }), 'me')).toBeUndefined();
    expect(concern(aMessage(2, { mentions: ['me'], deleted: true }), 'me')).toBeUndefined();
  });
});
