import { describe, expect, it } from 'vitest';
import { isJumbo } from './content';
import { emojiGroups, emojiName, findEmoji } from './emoji';

describe('the emoji', () => {
  const all = emojiGroups.flatMap(({ emoji }) => emoji);

  it('are emoji, have a name and are there once', () => {
    expect(all.filter(({ emoji, name }) => !isJumbo(emoji) || !/^[a-z_]+/.test(name))).toEqual([]);
    expect(new Set(all.map(({ emoji }) => emoji)).size).toBe(all.length);
  });

  it('are found by the beginning of a word, names first', () => {
    expect(findEmoji('rock').map(({ emoji }) => emoji)).toEqual(['🤘', '🚀']);
    expect(findEmoji('thumbs up').map(emojiName)).toEqual(['thumbs up']);
    expect(findEmoji('boo', 1)).toHaveLength(1);
    expect(findEmoji('nothing like it')).toEqual([]);
  });
});
