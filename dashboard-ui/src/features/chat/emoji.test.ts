import { describe, expect, it } from 'vitest';
import { isJumbo } from './content';
import { emojiGroups, emojiName, findEmoji } from './emoji';

describe('the emoji list', () => {
  const all = emojiGroups.flatMap(({ emoji }) => emoji);

  it('contains only emoji, each with a name and without duplicates', () => {
    expect(all.filter(({ emoji, name }) => !isJumbo(emoji) || !/^[a-z_]+/.test(name))).toEqual([]);
    expect(new Set(all.map(({ emoji }) => emoji)).size).toBe(all.length);
  });

  it('is searched by the beginnings of words, with matches in names first', () => {
    expect(findEmoji('rock').map(({ emoji }) => emoji)).toEqual(['🤘', '🚀']);
    expect(findEmoji('thumbs up').map(emojiName)).toEqual(['thumbs up']);
    expect(findEmoji('boo', 1)).toHaveLength(1);
    expect(findEmoji('nothing like it')).toEqual([]);
  });
});
